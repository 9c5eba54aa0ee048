import { TICKET_PRIORITIES, TICKET_STATUSES } from "../fields";

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Choices of a status and of a priority, each with its name. */
export const STATUS_CHOICES = TICKET_STATUSES.map((name) => [name, capitalized(name)] as const);
export const PRIORITY_CHOICES = TICKET_PRIORITIES.map((name) => [name, capitalized(name)] as const);
