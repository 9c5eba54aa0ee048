import { describe, expect, it } from "vitest";
import { type Identifiers, Person } from "../../../src/tenants/personal-data/person";

/** How a person is recognized (docs/spec/personal-data.md#identifiers). */

const finds = async (identifiers: Identifiers, text: string) => (await Person.of(identifiers).kindsIn(text)).length > 0;

describe("a text belongs to a person if it has", () => {
  it.each([
    ["a name in any case and with any spaces", { name: "Ann Lee" }, "Dear  ANN\nlee,", "Joann Lee"],
    ["a name with letters beyond ASCII", { name: "Nguyễn Văn" }, "NGUYỄN VĂN A".normalize("NFD"), "Nguyen Van"],
    ["an email address, also at the end of a sentence", { email: "ann@example.com" }, "Write to Ann@Example.com.", "joann@example.com"],
    ["an email address but not a longer one", { email: "ann@example.com" }, "<ann@example.com>", "ann@example.com.au"],
    ["a phone number with a country code", { phone: "0170 5550123" }, "+49 (170) 555-0123", "0170 5550124"],
    ["a phone number without its country code", { phone: "+49 170 5550123" }, "0170/5550123", "1705550123999"],
    ["an address", { address: "7 Main Street" }, "to: 7, Main-Street, Bath", "17 Main Street"],
    ["an email address with a hyphen", { email: "ann-lee@my-example.com" }, "<Ann-Lee@my-example.com>", "ann-lee@my.example.com"],
    [
      "an email address between Chinese characters",
      { email: "ann@example.com" },
      "请写信到ann@example.com谢谢",
      "请写信到joann@example.com谢谢",
    ],
    ["an email address in percent-encoding", { email: "ann@example.com" }, "/?e=ann%40example.com", "/?e=joann%40example.com"],
    [
      "an email address that is encoded twice",
      { email: "ann@example.com" },
      "/?u=%2F%3Fe%3Dann%2540example.com",
      "/?u=%2F%3Fe%3Djoann%2540example.com",
    ],
    ["an email address after a + in a query", { email: "ann@example.com" }, "/?q=to+ann%40example.com", "to+ann@example.com"],
    ["a name encoded with %20", { name: "Ann Lee" }, "/?q=Ann%20Lee&x", "/?q=Joann%20Lee"],
    ["a name encoded with +", { name: "Ann Lee" }, "/?q=Ann+Lee&x", "/?q=Ann+Leeds"],
    ["a name with encoded letters", { name: "Nguyễn Văn" }, encodeURIComponent("Nguyễn Văn".normalize("NFD")), "Nguy%E1%BB%85n"],
    ["a name in JSON with escapes", { name: "王小明" }, String.raw`{"name":"\u738b\u5c0f\u660e"}`, String.raw`{"name":"\u738b\u5c0f"}`],
    ["a name after an escaped line break", { name: "Ann Lee" }, String.raw`"Thanks,\nAnn\nLee"`, String.raw`"Thanks,\nJoann\nLee"`],
    ["a name in HTML", { name: "José" }, "Jos&#233; and Jos&#xe9;", "Jose"],
    [
      "a name in HTML with named characters",
      { name: "Zoë Núñez" },
      "<p>Zo&euml;&nbsp;N&uacute;&ntilde;ez</p>",
      "Zo&eumlaut;&nbsp;N&uacute;ez",
    ],
    ["an ASCII name between HTML spaces", { name: "Ann Lee" }, "To&nbsp;Ann&nbsp;Lee", "To&nbsp;Joann&nbsp;Lee"],
    [
      "a name in HTML with letters that are not accented letters",
      { name: "Strauß Ærø" },
      "Strau&szlig; &AElig;r&oslash;",
      "Strau&szlig; &AElig;r",
    ],
    ["a name between HTML tags", { name: "Ann Lee" }, "<b>Ann</b><br/><i>Lee</i>", "<b>Ann</b><br/>or<i>Lee</i>"],
    ["a name of two letters", { name: "Bo" }, "Please call Bo.", "Bob and Rambo"],
    ["a name with the family name first", { name: "Ann Maria Lee" }, "Lee, Ann Maria", "Maria Ann Lee"],
    ["a name that was sent with the family name first", { name: "Lee, Ann" }, "Mrs. Ann Lee", "Ann Leed"],
    ["a Chinese name in a sentence", { name: "王小明" }, "请联系王小明先生。", "请联系王小红先生。"],
    ["a Chinese name of two characters", { name: "李娜" }, "收件人李娜收", "收件人李雷收"],
    ["a Japanese name, with or without a space", { name: "山田太郎" }, "山田　太郎様へ", "山田花子様へ"],
    ["a name in half-width Katakana", { name: "カタカナ" }, "ｶﾀｶﾅさん", "ｶﾀｶさん"],
    ["a Korean name with a particle, decomposed", { name: "김민수" }, "김민수에게".normalize("NFD"), "김민지에게"],
    ["a Thai name in a sentence", { name: "สมชาย" }, "กรุณาโทรหาสมชายด่วน", "กรุณาโทรหาสมหญิงด่วน"],
    ["a Lao name in a sentence", { name: "ສົມພອນ" }, "ໂທຫາສົມພອນແດ່", "ໂທຫາສົມຈິດແດ່"],
    ["a Khmer name in a sentence", { name: "សុខា" }, "សូមទូរស័ព្ទទៅសុខាថ្ងៃនេះ", "សូមទូរស័ព្ទទៅដារាថ្ងៃនេះ"],
    ["a Latin name between Chinese characters", { name: "Ann Lee" }, "请联系Ann Lee先生", "请联系Joann Lee先生"],
    ["an Arabic name with vowel signs and a preposition", { name: "أحمد علي" }, "رسالة لأَحْمَد عليّ", "رسالة محمد علي"],
    ["a Hebrew name with directional marks", { name: "דוד לוי" }, "\u200Fדוד\u200F \u202Bלוי\u202C", "דוד לויתן"],
    ["a name with invisible characters", { name: "Ann Lee" }, "An\u200Bn\u00A0L\u00ADee", "Anna\u200B Lee"],
    ["a name in full-width letters", { name: "Ann Lee" }, "Ａｎｎ　ＬＥＥ", "Ａｎｎａ　Ｌｅｅ"],
    ["a name in Turkish capitals", { name: "İbrahim Işık" }, "IBRAHİM IŞIK", "Ibrahima Işık"],
    ["an address with ß", { address: "Hauptstraße 7" }, "HAUPTSTRASSE 7", "HAUPTSTRASSE 77"],
    ["a Chinese address with spaces", { address: "北京市朝阳区8号" }, "北京市 朝阳区 8号楼", "北京市朝阳区88号"],
    ["a phone number with dashes", { phone: "0170 5550123" }, "0170–555—0123", "0170–555—01234"],
    [
      "a phone number with non-breaking spaces",
      { phone: "0170 5550123" },
      "+49\u00A0170\u202F555\u20110123",
      "+49\u00A0170\u202F555\u20110124",
    ],
    ["a full-width phone number", { phone: "0170 5550123" }, "０１７０ー５５５ー０１２３", "０１７０ー５５５ー０１２４"],
    ["a phone number in Arabic digits", { phone: "+49 170 5550123" }, "٠١٧٠ ٥٥٥٠١٢٣", "٠١٧٠ ٥٥٥٠١٢٤"],
    ["a phone number in Persian or Thai digits", { phone: "๐๑๗๐๕๕๕๐๑๒๓" }, "۰۱۷۰۵۵۵۰۱۲۳", "۰۱۷۰۵۵۵۰۱۲۴"],
    ["a phone number in percent-encoding", { phone: "+49 170 5550123" }, "tel=%2B49+170+555%200123", "tel=%2B49+170+555%200124"],
  ])("%s", async (_what, identifiers, text, another) => {
    expect({ text: await finds(identifiers, text), another: await finds(identifiers, another) }).toEqual({
      text: true,
      another: false,
    });
  });
});

it("the patterns for the database are within D1's limit", () => {
  const name = "Maximiliane Alexandra von und zu Hohenstein-Sigmaringen-Württemberg";
  const { patterns } = Person.of({ name, phone: "+49 170 5550123" });
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of patterns) {
    expect(new TextEncoder().encode(pattern).length).toBeLessThanOrEqual(50);
  }
});

it.each([
  ["https://x.example/?e=ann%40example.com&n=a%26b", { email: "ann@example.com" }, "https://x.example/?e=[erased]&n=a%26b"],
  ["½ “Mug” for Ａｎｎ Ｌｅｅ®", { name: "Ann Lee" }, "½ “Mug” for [erased]®"],
  ["Tasse für NGUYÊ\u0303N", { name: "Nguyễn" }, "Tasse für [erased]"],
  ["送给王小明的杯子", { name: "王小明" }, "送给[erased]的杯子"],
  ["Lee, Ann or ann lee", { name: "Ann Lee" }, "[erased] or [erased]"],
])("only the person is replaced in %s", async (text, identifiers, expected) => {
  expect(await Person.of(identifiers).replaceIn(text, "[erased]")).toBe(expected);
});

it("comparing a long hostile text takes linear time", { tags: "long" }, async () => {
  const person = Person.of({ name: "Ann Lee 王小", email: "ann@example.com", phone: "0170 5550123", address: "7 Main Street" });
  for (const part of [
    "1(",
    "(",
    "ann ",
    "ann@",
    "7 main ",
    "170555012 ",
    "- ",
    "%25",
    "%2525",
    "+",
    "\\u00",
    "\\n",
    "&nbsp;",
    "&amp",
    "<b>",
    "ann <b>",
    "é",
    "e\u0301",
    "\u0301",
    "王 ",
    "Lee, ",
  ]) {
    // In quadratic time, texts of these lengths would exceed the timeout of the test.
    expect(await person.kindsIn(part.repeat(100_000))).toEqual([]);
    expect(await person.replaceIn(part.repeat(10_000), "")).toBe(part.repeat(10_000));
  }
});

it("comparing a name of single letters with many escaped line breaks takes linear time", async () => {
  // In quadratic time, it would exceed the timeout of the test.
  expect(await Person.of({ name: "N B" }).kindsIn(`b x n x ${String.raw`\n`.repeat(200_000)}`)).toEqual([]);
});
