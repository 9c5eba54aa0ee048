interface CopyableProps {
  /** Unique on the page. */
  id: string;
  value: string;
  button: string;
  /** Whether the value is lines with columns, which are scrolled and not wrapped. */
  isTable?: boolean;
}

/** A value with a copy button, which a script shows. */
export function Copyable({ id, value, button, isTable = false }: CopyableProps) {
  return (
    <div class={isTable ? "secret lines" : "secret"}>
      <code id={id} tabindex={isTable ? 0 : undefined}>
        {value}
      </code>
      <button type="button" hidden data-copy={id}>
        {button}
      </button>
    </div>
  );
}
