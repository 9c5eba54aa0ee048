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
        maxlength={12}
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
          maxlength={40}
          aria-describedby="recovery-code-hint"
        />
      </div>
    </details>
  );
}
