import type { Child } from "hono/jsx";
import { nameOf } from "../accounts/actor";
import { usePageRequest } from "./page-request";
import type { AssetNames } from "./assets";
import type { Flash } from "./flash";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { can } from "./page";
import { type Section, SECTIONS } from "./sections";
import { Form } from "./parts/form";
import { Icon } from "./parts/icon";
import { KeyboardButton, KeyboardHelp } from "./parts/keyboard-help";
import { PageLink } from "./parts/link";
import { Notice } from "./parts/notice";
import { SearchForm } from "./parts/search-form";
import { capitalized } from "./parts/values";

/** The sections that the member may open and that have a key. */
function keyedSections(member: Member): { key: string; name: string }[] {
  const visible = SECTIONS.flatMap(({ entries }) => entries).filter(({ permission = "read" }) => can(member, permission));
  return visible.flatMap(({ key, name }) => (key === undefined ? [] : [{ key, name }]));
}

interface FoldedEntriesProps {
  entries: readonly Section[];
  isHere: (entry: Section) => boolean;
  entryLink: (entry: Section) => Child;
}

/** The entries that are opened rarely. They are unfolded on their own pages. */
function FoldedEntries({ entries, isHere, entryLink }: FoldedEntriesProps) {
  if (entries.length === 0) return null;
  return (
    <details class="more-sections" open={entries.some(isHere)}>
      <summary>
        <Icon name="settings" />
        All settings
      </summary>
      <ul>{entries.map(entryLink)}</ul>
    </details>
  );
}

function Navigation() {
  const { base, here, member } = usePageRequest();
  const current = here.slice(base.length).split("?", 1)[0] ?? "";
  const isHere = ({ path }: Section) => current === path || current.startsWith(`${path}/`);
  const entryLink = (entry: Section) => (
    <li>
      <a href={base + entry.path} data-key={entry.key} aria-current={isHere(entry) ? "page" : undefined}>
        <Icon name={entry.icon} />
        {entry.name}
      </a>
    </li>
  );
  return (
    <nav aria-label="Sections">
      {SECTIONS.map(({ name, entries }) => {
        const visible = entries.filter(({ permission = "read" }) => can(member, permission));
        if (visible.length === 0) return null;
        return (
          <section>
            <h2>{name}</h2>
            <ul>{visible.filter(({ rare }) => rare !== true).map(entryLink)}</ul>
            <FoldedEntries entries={visible.filter(({ rare }) => rare === true)} isHere={isHere} entryLink={entryLink} />
          </section>
        );
      })}
    </nav>
  );
}

function AccountMenu() {
  const { member } = usePageRequest();
  const { person, organization, role } = member;
  return (
    <div class="account">
      <a class="organization" href="/console/organizations" title="Choose another organization">
        <strong>{organization.name}</strong>
        <span class="soft">{capitalized(role)}</span>
      </a>
      <a href="/console/account">
        <Icon name="customer" />
        <span>{nameOf(person)}</span>
      </a>
      <Form to="/console/sign-out" absolute>
        <button class="quiet">
          <Icon name="signOut" />
          Sign out
        </button>
      </Form>
    </div>
  );
}

interface HeadProps {
  title: string;
  names: AssetNames;
  script: string | null;
}

function Head({ title, names, script }: HeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Order Operations`}</title>
      <link rel="icon" type="image/svg+xml" href={`/console/assets/${names.logo}`} />
      <link rel="stylesheet" href={`/console/assets/${names.style}`} />
      <script src={`/console/assets/${names.script}`} type="module" />
      {script === null ? null : <script src={`/console/assets/${script}`} type="module" />}
    </head>
  );
}

/** The product's logo and name, a link to the start page. */
function Name({ icons }: { icons: string }) {
  return (
    <a class="name" href="/console">
      <svg class="logo" aria-hidden="true">
        <use href={`/console/assets/${icons}#logo`} />
      </svg>
      <span>Order Operations</span>
    </a>
  );
}

function FlashNotice({ kind, text, link }: Flash) {
  return (
    <Notice kind={kind} isPassing>
      {text}
      {link === undefined ? null : (
        <>
          {" "}
          <PageLink page={link.page}>{link.label}</PageLink>
        </>
      )}
    </Notice>
  );
}

/** The document around every page of an organization. On a phone, the navigation is behind a menu that needs no script. */
export function Document({ title, names, script, message, children }: HeadProps & { message: Flash | null; children?: Child }) {
  const { base, member } = usePageRequest();
  return (
    <html lang="en">
      <Head title={title} names={names} script={script} />
      <body class="app">
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="side">
          <Name icons={names.icons} />
          <SearchForm base={base} label="Find orders and products" name="search-all" />
          <details class="menu">
            <summary>
              <Icon name="menu" />
              Menu
            </summary>
            <Navigation />
            <AccountMenu />
          </details>
          <div class="wide">
            <Navigation />
            <div>
              <AccountMenu />
              <KeyboardButton />
            </div>
          </div>
        </header>
        <main id="main" tabindex={-1}>
          {message === null ? null : <FlashNotice {...message} />}
          {children}
        </main>
        <KeyboardHelp sections={keyedSections(member)} />
      </body>
    </html>
  );
}

/** The document around a page outside of any organization. */
export function PlainDocument({
  title,
  names,
  signedInAs,
  children,
}: Omit<HeadProps, "script"> & { signedInAs: string | null; children?: Child }) {
  return (
    <html lang="en">
      <Head title={title} names={names} script={null} />
      <body class="bare">
        <header>
          <Name icons={names.icons} />
          {signedInAs === null ? null : <span class="soft">{signedInAs}</span>}
        </header>
        <main id="main">{children}</main>
      </body>
    </html>
  );
}
