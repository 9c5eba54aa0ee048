/** The longest text of a code: six digits, and the spaces that people type between them. */
const MAX_CODE_LENGTH = 12;
/** The same for a recovery code, which has 16 characters in groups of four. */
export const MAX_RECOVERY_CODE_LENGTH = 40;

/** The field for a code of an authenticator app. The keyboard of a phone has only digits, and the phone may fill in the code. */
export function CodeField({ label = "Code from your app", hint }: { label?: string; hint?: string }) {
  return (
    <div class="field">
      <label for="code">{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id="code-hint">
          {hint}
        </p>
      )}
      <input
        id="code"
        name="code"
        class="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={MAX_CODE_LENGTH}
        aria-describedby={hint === undefined ? undefined : "code-hint"}
      />
    </div>
  );
}

/** The field for a recovery code, for people who have lost their app. */
export function RecoveryCodeField() {
  return (
    <details class="another">
      <summary>Use a recovery code</summary>
      <div class="field">
        <label for="recovery_code">Recovery code</label>
        <p class="hint" id="recovery-code-hint">
          Each code works once.
        </p>
        <input
          id="recovery_code"
          name="recovery_code"
          class="code"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength={MAX_RECOVERY_CODE_LENGTH}
          aria-describedby="recovery-code-hint"
        />
      </div>
    </details>
  );
}
