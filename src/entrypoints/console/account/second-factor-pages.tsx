import { Copyable } from "../../../console/parts/copyable";
import { Notice } from "../../../console/parts/notice";
import { ShownOnceValue } from "../../../console/parts/shown-once";
import { CodeField } from "../sign-in/code-field";
import { QrCode } from "./qr-code";

interface SetupProps {
  /** What the QR code contains. */
  uri: string;
  /** The secret as people type it. */
  secret: string;
  /** The encrypted secret, which the form sends back. */
  setup: string;
  token: string;
  problem: string | null;
}

/** The page that shows a new secret, until a code proves that the app has it. */
export function SecondFactorSetup({ uri, secret, setup, token, problem }: SetupProps) {
  return (
    <div class="settings">
      <header>
        <h1>Set up second factor</h1>
      </header>
      <section class="panel">
        <h2>1. Scan this code</h2>
        <p>Use an authenticator app, such as the one of your password manager, Aegis, Google Authenticator or Microsoft Authenticator.</p>
        <QrCode text={uri} label="QR code with the key for your authenticator app" />
        <details class="another">
          <summary>Enter a key instead</summary>
          <Copyable id="totp-key" value={secret} button="Copy key" />
          <p class="hint">Type: time-based, 6 digits, 30 seconds, SHA-1.</p>
        </details>
      </section>
      <section class="panel">
        <h2>2. Enter the code of the app</h2>
        {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
        <form method="post" action="/console/account/second-factor">
          <input type="hidden" name="form_token" value={token} />
          <input type="hidden" name="setup" value={setup} />
          <CodeField label="Code" hint="Six digits, which change every 30 seconds." />
          <p class="soft">This ends your sessions in all other browsers.</p>
          <div class="actions">
            <button class="primary">Turn on second factor</button>
            <a class="button" href="/console/account#second-factor">
              Cancel
            </a>
          </div>
        </form>
      </section>
    </div>
  );
}

/** The only page that shows recovery codes. */
export function RecoveryCodes({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  return (
    <div class="settings">
      <header>
        <h1>Your recovery codes</h1>
      </header>
      {isNew ? <Notice kind="good">The second factor is on. Signing in with your password now needs a code of your app.</Notice> : null}
      <section class="panel">
        <p>
          If you lose your phone, sign in with one of these codes instead of a code of the app. Each works once. Keep them where you keep
          your passwords, not on the same phone.
        </p>
        <ShownOnceValue id="recovery-codes" value={codes.join("\n")} what="recovery codes" isList button="Copy recovery codes" />
        {isNew ? null : <p class="soft">Your earlier recovery codes no longer work.</p>}
      </section>
      <p>
        <a class="button primary" href="/console/account#second-factor">
          Done
        </a>
      </p>
    </div>
  );
}
