/** A calendar day (YYYY-MM-DD), as it was entered: no zone moves it. */
export function Day({ day }: { day: string }) {
  return <time datetime={day}>{new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day))}</time>;
}
