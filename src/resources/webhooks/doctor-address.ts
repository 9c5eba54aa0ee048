import type { Settings } from "../../platform/env";
import { equalInConstantTime } from "../../platform/crypto/digest";
import { DOCTOR_PATH, doctorToken, MAX_DOCTOR_MS } from "../../platform/doctor";

type Known = Pick<Settings, "OPERATOR_TOKEN">;

/** Whether a token of the doctor's address is valid now. Only who knows the operator token can make one. */
export async function isDoctorToken({ OPERATOR_TOKEN: secret }: Known, token: string, now: number): Promise<boolean> {
  const until = Number.parseInt(token, 10);
  if (secret === null || !(until > now && until < now + MAX_DOCTOR_MS)) return false;
  return await equalInConstantTime(token, doctorToken(secret, until));
}

/** Whether a URL has the doctor's address, on any host. */
export async function isDoctorUrl(settings: Known, url: string): Promise<boolean> {
  const path = URL.parse(url)?.pathname;
  return path?.startsWith(DOCTOR_PATH) === true && (await isDoctorToken(settings, path.slice(DOCTOR_PATH.length), Date.now()));
}
