#!/usr/bin/env node
// Stands in for wrangler: plays what wrangler 4.155.0 says (its texts, streams and exit codes), keeps an account's state in a file, and records
// each call. Environment: ACCOUNT, the state's file; FAIL, the start of one command that fails; LATE, "true" where a failing deploy has uploaded; HANG,
// "true" where a deploy does not end before it is killed.
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

const file = process.env.ACCOUNT;
const account = JSON.parse(readFileSync(file, "utf8"));
const args = process.argv.slice(2);
const command = args.join(" ");
const say = (text) => process.stdout.write(`${text}\n`);
/** Prints a result, and returns the exit code. */
function succeed(text) {
  say(text);
  return 0;
}

/** Prints an error, and returns the exit code. */
function fail(text) {
  process.stderr.write(`\n✘ [ERROR] ${text}\n\n`);
  return 1;
}

const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

/** The Worker of wrangler.toml. Others have their state in `others`. */
const OWN = "order-operations";
const JURISDICTIONS = new Set(["eu", "fedramp", "us"]);

function configuration() {
  const path = option("--config");
  return path === undefined ? null : JSON.parse(readFileSync(path, "utf8"));
}

const workerNamed = (name) => (name === OWN ? account : account.others[name]);

/** The databases of the configuration: names by their bindings. */
function boundDatabases() {
  const config = configuration();
  if (config === null) return { DB: OWN };
  const { d1_databases } = config;
  return Object.fromEntries(d1_databases.map(({ binding, database_name }) => [binding, database_name]));
}

/** The database that a command names, which exists. */
function databaseNamed(binding) {
  const name = boundDatabases()[binding];
  if (account.databases.includes(name)) return name;
  throw new Error(`Couldn't find a D1 DB named '${name}' (bound as '${binding}') in the API.`);
}

function execute(name, sql) {
  const [, start] = /update sequences set value = (\d+)/.exec(sql) ?? [];
  if (start !== undefined) {
    if (account.migrated[name] === undefined) return fail("no such table: sequences: SQLITE_ERROR [code: 7500]");
    account.ranges[name] = Number(start);
    return succeed("🚣 Executed 3 commands in 1.23ms");
  }
  if (account.migrated[name] === undefined) return fail("no such table: d1_migrations: SQLITE_ERROR [code: 7500]");
  return succeed(JSON.stringify([{ results: account.migrated[name].map((migration) => ({ name: migration })), success: true }]));
}

/** How `queues info` shows a consumer. The API has no `script` for a Worker that is not of this account, of which wrangler prints `undefined`. */
function shownConsumer(consumer) {
  if (consumer === "HTTP pull") return 'HTTP Pull Consumer.\nPull messages using:\ncurl "https://api.cloudflare.com/…"';
  return `worker:${consumer === OWN || consumer in account.others ? consumer : "undefined"}`;
}

function upload() {
  const name = configuration()?.name ?? OWN;
  if (workerNamed(name) === undefined) account.others[name] = { secrets: null, deployments: 0, bindings: {} };
  const worker = workerNamed(name);
  const path = option("--secrets-file");
  if (path !== undefined) {
    // A test checks that only its owner may read the file.
    account.secretsFile = { path, mode: statSync(path).mode & 0o777 };
    worker.secrets = { ...worker.secrets, ...JSON.parse(readFileSync(path, "utf8")) };
  }
  worker.secrets ??= {};
  worker.deployments += 1;
  worker.bindings = boundDatabases();
  worker.boundBuckets = configuration()?.r2_buckets ?? [];
  const queues = ["deliveries", "deliveries-slow", "deliveries-dead"].map((queue) => `${name}-${queue}`);
  const taken = queues.filter((queue) => (account.consumers[queue] ?? name) !== name);
  for (const queue of queues) account.consumers[queue] ??= name;
  return taken.length === 0;
}

function play() {
  if (command.startsWith("whoami")) {
    say(
      JSON.stringify(
        account.loggedIn ? { loggedIn: true, authType: "OAuth Token", accounts: account.accounts } : { loggedIn: false },
        null,
        2,
      ),
    );
    return account.loggedIn ? 0 : 1;
  }
  if (process.env.FAIL !== undefined && command.startsWith(process.env.FAIL)) {
    if (process.env.LATE === "true") upload();
    return fail("A request to the Cloudflare API (/accounts/0123/…) failed.\n\n  Internal error [code: 10013]");
  }
  if (command.startsWith("d1 list"))
    return succeed(
      JSON.stringify(
        account.databases.map((name) => {
          const place = account.placements[name];
          return { uuid: `id-of-${name}`, name, ...(JURISDICTIONS.has(place) && { jurisdiction: place }) };
        }),
        null,
        2,
      ),
    );
  if (command.startsWith("d1 create")) {
    account.databases.push(args[2]);
    // A location beside a jurisdiction is ignored.
    account.placements[args[2]] = option("--jurisdiction") ?? option("--location") ?? null;
    return succeed(`✅ Successfully created DB '${args[2]}'\nCreated your new D1 database.\n`);
  }
  if (command.startsWith("queues info")) {
    const consumer = account.consumers[args[2]];
    const consumers = consumer === undefined ? "Number of Consumers: 0" : `Number of Consumers: 1\nConsumers: ${shownConsumer(consumer)}`;
    if (account.queues.includes(args[2])) return succeed(`Queue Name: ${args[2]}\nNumber of Producers: 0\n${consumers}`);
    return fail(`Queue "${args[2]}" does not exist. To create it, run: wrangler queues create ${args[2]}`);
  }
  if (command.startsWith("queues consumer worker list"))
    return succeed(JSON.stringify([{ type: "worker", consumer_id: "c1", script_name: account.consumers[args[4]] }]));
  if (command.startsWith("queues create")) {
    account.queues.push(args[2]);
    return succeed(`🌀 Creating queue '${args[2]}'\n✅ Created queue '${args[2]}'`);
  }
  if (command.startsWith("r2 bucket create")) {
    const bucket = args[3];
    if (!account.hasR2) return fail("Please enable R2 through the Cloudflare Dashboard. [code: 10042]");
    if (bucket in account.buckets) return fail("The bucket you tried to create already exists, and you own it. [code: 10004]");
    account.buckets[bucket] = option("--jurisdiction") ?? null;
    return succeed(`✅ Created bucket '${bucket}' with default storage class of Standard.`);
  }
  if (command.startsWith("secret list")) {
    const { secrets = null } = workerNamed(option("--name")) ?? {};
    if (secrets === null) return fail(`Worker "${option("--name")}" not found.\n\nIf this is a new Worker, …`);
    return succeed(
      JSON.stringify(
        Object.keys(secrets).map((name) => ({ name, type: "secret_text" })),
        null,
        2,
      ),
    );
  }
  if (command.startsWith("d1 migrations apply")) {
    account.migrated[databaseNamed(args[3])] = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    return succeed("Migrations to be applied:");
  }
  if (command.startsWith("d1 execute")) return execute(databaseNamed(args[2]), option("--command"));
  if (command.startsWith("deploy --dry-run")) return succeed(Object.keys(boundDatabases()).join("\n"));
  if (command.startsWith("deploy")) {
    if (!upload()) {
      return fail("A request to the Cloudflare API (/accounts/0123/…) failed.\n\n  workers.api.error.consumer_exists [code: 11004]");
    }
    const url = "https://order-operations.gift-shop.workers.dev";
    appendFileSync(
      process.env.WRANGLER_OUTPUT_FILE_PATH,
      `${JSON.stringify({ type: "wrangler-session", version: 1 })}\n${JSON.stringify({ type: "deploy", version: 1, targets: [url, "schedule: * * * * *"] })}\n`,
    );
    return succeed(`Uploaded order-operations (1.23 sec)\nDeployed order-operations triggers (0.45 sec)\n  ${url}`);
  }
  return fail(`Unknown arguments: ${command}`);
}

// The calls that look things up run side by side: each is recorded by one append, and none of them writes the state.
appendFileSync(`${file}.calls`, `${command}\n`);
if (process.env.HANG === "true" && command.startsWith("deploy")) {
  say(`Hanging with ${option("--secrets-file")}`);
  // Long after the test has killed it.
  setTimeout(() => process.exit(1), 20_000);
} else process.exitCode = play();
// Only these commands change the account.
if (/^(?:d1 create|queues create|r2 bucket create|d1 migrations|d1 execute|deploy)/.test(command))
  writeFileSync(file, JSON.stringify(account));
