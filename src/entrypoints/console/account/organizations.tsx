import type { Hono } from "hono";
import { undeleteOrganization } from "../../../tenants/lifecycle/deletion";
import { announceVersion } from "../../../platform/http/gate-client";
import { actorOf } from "../../../accounts/actor";
import { findOrganization } from "../../../accounts/control.sql.ts";
import { type Author, OrgControl } from "../../../accounts/org-control";
import { organizationsOf } from "../../../accounts/sign-in/sessions.sql.ts";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { notFound } from "../../../platform/api-error";
import { newFormToken } from "../../../console/form-token";
import { respondWithPlainPage } from "../../../console/respond";
import { ownPath, startPage } from "../sign-in/own-path";
import { readSignedInForm, requireSignedIn } from "../sign-in/signed-in";
import { Choices } from "./organizations-page";

/** Registers the choice of an organization. */
export function mountOrganizations(router: Hono<HttpEnv>): void {
  router.get("/console", (c) => c.redirect("/console/organizations", 303));

  router.get("/console/organizations", async (c) => {
    c.get("state").route = "/console/organizations";
    const { person, sessionId } = await requireSignedIn(c);
    const [choices, token] = await Promise.all([organizationsOf(controlOf(c), person.id), newFormToken(c, sessionId)]);
    const to = ownPath(c.req.query("to"));
    const [first] = choices;
    // After a sign-in, continue to the page that was requested, or to the person's only organization.
    if (c.req.query("to") !== undefined) {
      if (to !== "/console" && !to.startsWith("/console/organizations")) return c.redirect(to, 303);
      if (choices.length === 1 && first?.closed_for === null) return c.redirect(startPage(first.id), 303);
    }
    return await respondWithPlainPage(
      c,
      { title: "Choose an organization", body: <Choices choices={choices} token={token} /> },
      person.email,
    );
  });

  router.post("/console/organizations/:id/undelete", async (c) => {
    c.get("state").route = "/console/organizations/:id/undelete";
    const { person } = await readSignedInForm(c);
    const control = controlOf(c);
    const id = Number(c.req.param("id"));
    const [choices, organization] = await Promise.all([organizationsOf(control, person.id), findOrganization(control, id)]);
    const isOwner = choices.some((choice) => choice.id === id && choice.role === "owner");
    if (!isOwner || organization === null) throw notFound();
    const author: Author = {
      organizationId: id,
      actor: actorOf(person),
      operationId: null,
      announceVersion: async (credential, version) => await announceVersion(c.env, credential, version),
    };
    await undeleteOrganization(c.env, new OrgControl(control, author), organization);
    return c.redirect(startPage(id), 303);
  });
}
