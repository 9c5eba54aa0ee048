import { hideFirstSteps, type PeopleSteps } from "../../../accounts/members/first-steps";
import type { Access } from "../../../accounts/members/access";
import { action, can, type Permission } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { Form } from "../../../console/parts/form";
import { Icon } from "../../../console/parts/icon";
import { PageButton } from "../../../console/parts/link";

/** What is stored of a new organization. */
export interface FirstFacts extends Pick<PeopleSteps, "hasOthers"> {
  hasStore: boolean;
  hasConnection: boolean;
  hasOrder: boolean;
  hasCost: boolean;
}

interface Step {
  title: string;
  /** Why it is worth doing. */
  purpose: string;
  isDone: boolean;
  permission: Permission;
  /** The pages on which it is done. */
  pages: readonly { page: string; label: string; permission: Permission }[];
}

/** The steps of a new organization that a member may take. */
export function firstSteps(member: Access, facts: FirstFacts): Step[] {
  const steps: Step[] = [
    {
      title: "Add a store",
      purpose: "Every order belongs to a store: a shop, a marketplace or your own website.",
      isDone: facts.hasStore,
      permission: "write",
      pages: [{ page: "/stores/new", label: "Create store", permission: "write" }],
    },
    {
      title: "Connect a shop or import orders",
      purpose: "A connected shop sends its orders by itself. A file brings in those of a marketplace, or older ones.",
      isDone: facts.hasConnection || facts.hasOrder,
      permission: "write",
      pages: [
        { page: "/connections", label: "Connect a shop", permission: "manage" },
        { page: "/import", label: "Import orders", permission: "write" },
      ],
    },
    {
      title: "Enter product costs",
      purpose: "With them, each order and the analytics show the profit.",
      isDone: facts.hasCost,
      permission: "write",
      // What was sold says which products have no cost yet.
      pages: [
        facts.hasOrder
          ? { page: "/attention/unmatched", label: "Enter costs", permission: "write" }
          : { page: "/products/new", label: "Create product", permission: "write" },
      ],
    },
    {
      title: "Invite a member",
      purpose: "Each person signs in with an account and a role of their own.",
      isDone: facts.hasOthers,
      permission: "manage",
      pages: [{ page: "/settings/members/new", label: "Invite member", permission: "manage" }],
    },
  ];
  return steps.filter(({ permission }) => can(member, permission));
}

/** A step. `isNext`: it is the first one that is left, so its button stands out. */
function StepRow({ step: { title, purpose, isDone, pages }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li class={isDone ? "done" : undefined}>
      <Icon name={isDone ? "done" : "todo"} />
      <div>
        <h3>
          {title}
          {isDone ? <span class="hidden"> (done)</span> : null}
        </h3>
        {isDone ? null : <p class="soft">{purpose}</p>}
        {isDone ? null : (
          <p class="actions">
            {pages.map((each, index) => (
              <PageButton {...each} primary={isNext && index === 0} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

const PATH = "/first-steps/hide";

/** The steps, each ticked from what is stored. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="panel first-steps">
      <header>
        <h2>First steps</h2>
        <span class="soft">{`${countText(doneCount)} of ${countText(steps.length)} done`}</span>
        <Form to={PATH}>
          <button class="quiet">Hide first steps</button>
        </Form>
      </header>
      <ol>
        {steps.map((step) => (
          <StepRow step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

/** Hides the steps for the person who asks, who does not need them. */
export const hideFirstStepsForm = action({ path: PATH, permission: "write", redirectOnRepeat: "/home" }, async ({ control, member }) => {
  await hideFirstSteps(control, member);
  return { to: "/home", flash: "steps_hidden" };
});
