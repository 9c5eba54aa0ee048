import { describe, expect, it } from "vitest";
import { passwordError } from "../../../src/accounts/sign-in/password-rules";

const DETAILS = ["jane.doe+shop@gift-cottage.example", "Jane Doe", "Überfein Manufaktur & Söhne"];
const codeOf = (password: string) => passwordError(password, DETAILS)?.code ?? null;

describe("a password of at most two common words, sequences and digits, or of one repeated part, is rejected", () => {
  it.each([
    "password1234",
    "P@ssw0rd2026!",
    "passw0rd1234",
    "PasswordPassword",
    "Welcome2024!!",
    "letmein123456",
    "iloveyou1234",
    "trustno1trustno1",
    "qwertyuiop12",
    "qwertyuiopasdfghjkl",
    "1qaz2wsx3edc",
    "1q2w3e4r5t6y",
    "abcdefghijkl",
    "987654321098",
    "zyxwvutsrqpo",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "123412341234",
    "19850412-1985",
    "Summer2026!!",
    "monkey.dragon",
    "changeme!changeme",
    "correcthorsebatterystaple",
    "ｐａｓｓｗｏｒｄ１２３４",
    "administrator1",
    "Liverpool2026",
  ])("%s", (password) => {
    expect(codeOf(password)).toBe("weak_password");
  });
});

describe("a password made of details of its person or organization, or of the name of the service, is rejected", () => {
  it.each([
    "jane.doe@gift-cottage.example",
    "JaneDoe123456",
    "giftcottage2026",
    "Gift-Cottage!!",
    "uberfeinManufaktur",
    "Überfein2026!",
    "j4ned0ej4ne",
    "janedoegiftcottage",
    "order-operations",
    "OrderOperations1",
    "password-janedoe",
  ])("%s", (password) => {
    // Exclamation marks at the end make no password stronger. They fill short ones up to 12 characters.
    expect(codeOf(password.padEnd(12, "!"))).toBe("weak_password");
  });
});

describe("a password of three common words, of such words among others, or of none is accepted", () => {
  it.each([
    "a sentence is a good password",
    "correct horse battery",
    "my monkey eats seven pears",
    "jane likes twelve grey pebbles",
    "x7Kq-pP2m-94Lz",
    "тринадцать зелёных слонов",
    "盆栽が三つ窓辺に並んでいるよ",
    "tulip87 gravel",
  ])("%s", (password) => {
    expect(codeOf(password)).toBeNull();
  });
});

it("a password has 12 to 128 characters, counted in Unicode characters", () => {
  // Each of these eight animals is two UTF-16 units.
  expect([codeOf("xk#9vLq2!mZ"), codeOf("xk#9vLq2!mZw"), codeOf("🦊🐢🦉🐳🦔🐝🦋🐌")]).toEqual(["too_small", null, "too_small"]);
  const characters = Array.from({ length: 129 }, (_, n) => String.fromCodePoint(0x4e00 + n * n));
  expect([codeOf(characters.slice(1).join("")), codeOf(characters.join(""))]).toEqual([null, "too_big"]);
});
