import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate and its key, as PEM. */
export interface Identity {
  cert: string;
  key: string;
}

export interface Certificates {
  /** The file with the certificate of the authority that signs all but the self-signed one. */
  authority: string;
  /** For localhost, signed by the authority, valid now. */
  trusted: Identity;
  /** For another name. */
  otherName: Identity;
  expired: Identity;
  selfSigned: Identity;
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Creates certificates for receivers in `folder` with the `openssl` command, because Node cannot create any. */
export function makeCertificates(folder: string): Certificates {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const readIdentity = (name: string): Identity => ({
    cert: readFileSync(join(folder, `${name}.pem`), "utf8"),
    key: readFileSync(join(folder, `${name}.key`), "utf8"),
  });
  const createSelfSigned = (name: string, subject: string, ...extensions: string[]): void => {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`];
    const added = extensions.flatMap((extension) => ["-addext", extension]);
    openssl("req", "-x509", ...NEW_KEY, ...files, "-days", "2", "-subj", `/CN=${subject}`, ...added);
  };
  const createSigned = (name: string, host: string, days: number): Identity => {
    openssl("req", ...NEW_KEY, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${host}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=DNS:${host}\n`);
    const authority = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial"];
    openssl("x509", "-req", "-in", `${name}.csr`, ...authority, "-days", String(days), "-extfile", `${name}.ext`, "-out", `${name}.pem`);
    return readIdentity(name);
  };
  createSelfSigned("authority", "Test authority", "basicConstraints=critical,CA:TRUE");
  createSelfSigned("self-signed", "localhost", "basicConstraints=critical,CA:FALSE", "subjectAltName=DNS:localhost");
  return {
    authority: join(folder, "authority.pem"),
    trusted: createSigned("trusted", "localhost", 2),
    otherName: createSigned("other-name", "other.example", 2),
    // Expired yesterday.
    expired: createSigned("expired", "localhost", -1),
    selfSigned: readIdentity("self-signed"),
  };
}
