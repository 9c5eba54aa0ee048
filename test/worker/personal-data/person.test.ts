import { describe, expect, it } from "vitest";
import { type Identifiers, Person } from "../../../src/personal-data/person";

/** What a person is recognized by (docs/spec/personal-data.md#identifiers). */

const finds = (identifiers: Identifiers, text: string) => Person.of(identifiers).kindsIn(text).length > 0;

describe("a text is the person's if it has", () => {
  it.each([
    ["a name in any case and with any spaces", { name: "Ann Lee" }, "Dear  ANN\nlee,", "Joann Lee"],
    ["a name with letters beyond ASCII", { name: "Nguyễn Văn" }, "NGUYỄN VĂN A".normalize("NFD"), "Nguyen Van"],
    ["an email address, also at the end of a sentence", { email: "ann@example.com" }, "Write to Ann@Example.com.", "joann@example.com"],
    ["an email address and not a longer one", { email: "ann@example.com" }, "<ann@example.com>", "ann@example.com.au"],
    ["a phone number with a country code", { phone: "0170 5550123" }, "+49 (170) 555-0123", "0170 5550124"],
    ["a phone number without its country code", { phone: "+49 170 5550123" }, "0170/5550123", "1705550123999"],
    ["an address", { address: "7 Main Street" }, "to: 7, Main-Street, Bath", "17 Main Street"],
  ])("%s", (_what, identifiers, theirs, another) => {
    expect([finds(identifiers, theirs), finds(identifiers, another)]).toEqual([true, false]);
  });
});

it("the patterns for the database are within D1's limit, and match every text that the person is in", () => {
  const name = "Maximiliane Alexandra von und zu Hohenstein-Sigmaringen-Württemberg";
  for (const pattern of Person.of({ name, phone: "+49 170 5550123" }).patterns) {
    expect(new TextEncoder().encode(pattern).length).toBeLessThanOrEqual(50);
  }
});

it("a long text that was made to be slow is compared in time that grows with its length only", () => {
  const person = Person.of({ name: "Ann Lee", email: "ann@example.com", phone: "0170 5550123", address: "7 Main Street" });
  for (const part of ["1(", "(", "ann ", "ann@", "7 main ", "170555012 ", "- "]) {
    expect(person.kindsIn(part.repeat(100_000))).toEqual([]);
  }
});
