import type { Route } from "../../console/page";
import { ticketListPage } from "./list-page";
import { changeTicketForm, editTicketPage, newTicketForm, newTicketPage, ticketPage } from "./ticket-pages";

export const ticketRoutes: readonly Route[] = [ticketListPage, newTicketPage, newTicketForm, ticketPage, editTicketPage, changeTicketForm];
