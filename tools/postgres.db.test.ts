import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from './ports.ts';
import { read, serversIn, until } from './postgres/processes.ts';
import { superviseDatabase } from './postgres/supervise.ts';
import { runningPostgres, startPostgres } from './postgres.ts';

let prepared: string;
let dir: string;
let children: ChildProcess[];

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larkmere-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Initialising a cluster takes longer than copying it. */
beforeAll(async () => {
  prepared = createFolder();
  await (await startPostgres({ dir: prepared })).stop();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

beforeEach(() => {
  dir = createFolder();
  execFileSync('cp', ['-a', join(prepared, 'data'), join(dir, 'data')]);
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await until(() => servers().length === 0, 10_000);
  rmSync(dir, { recursive: true, force: true });
});

const servers = () => serversIn(join(dir, 'data'));

function guardians(): number[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(' guardian ') && line.includes(dir))
    .map((line) => Number.parseInt(line, 10));
}

async function startElsewhere(): Promise<{ process: ChildProcess; url: string }> {
  const program = `const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))});
    console.log((await startPostgres({ dir: ${JSON.stringify(dir)} })).url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: line.toString().trim() };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('keeps data and address across a restart', async () => {
  const first = await startPostgres({ dir });
  await query(first.url, 'create table kept as select 7 as seven');
  expect(runningPostgres(dir)).toBe(first.url);
  await first.stop();
  expect(servers()).toEqual([]);
  expect(runningPostgres(dir)).toBeUndefined();

  const second = await startPostgres({ dir, port: first.port });
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await second.stop();
});

test('uses another port if its own was taken meanwhile', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port: taken } = other.address() as AddressInfo;
  const ports = [taken, await freePort()];
  const server = await startPostgres({ dir, findPort: async () => ports.shift() ?? taken });
  expect(server.port).not.toBe(taken);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  await expect(startPostgres({ dir, port: taken })).rejects.toThrow('could not bind');
  other.close();
});

test('refuses a second start on one folder and names the owning process', async () => {
  const { process: owner } = await startElsewhere();
  await expect(startPostgres({ dir })).rejects.toThrow(`is already run by process ${owner.pid}`);
});

test('stops the server when its owning process is killed', async () => {
  const { process: owner } = await startElsewhere();
  expect(servers()).not.toEqual([]);
  owner.kill('SIGKILL');
  expect(await until(() => servers().length === 0, 5_000)).toBe(true);
});

test('finds and stops a server whose guardian was killed', async () => {
  const { process: owner, url } = await startElsewhere();
  await query(url, 'create table kept as select 7 as seven');
  for (const pid of guardians()) process.kill(pid, 'SIGKILL');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const orphans = servers();
  expect(orphans).not.toEqual([]);

  const said: string[] = [];
  const server = await startPostgres({ dir, log: (line) => said.push(line) });
  expect(said).toEqual(['A database server of an earlier run was still there: stopped it.']);
  expect(servers().filter((pid) => orphans.includes(pid))).toEqual([]);
  expect(await query(server.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await server.stop();
});

test('restarts a dead or hung server at the same address', async () => {
  const said: string[] = [];
  const database = await superviseDatabase({ dir, pollMs: 100, hungAfterMs: 1_000, log: (line) => said.push(line) });
  const postmaster = () => Number.parseInt(read(join(dir, 'data/postmaster.pid')), 10);
  const loseItTo = async (signal: NodeJS.Signals) => {
    const before = postmaster();
    process.kill(before, signal);
    const isBack = () => postmaster() !== before && runningPostgres(dir) === database.url;
    expect(await until(isBack, 15_000)).toBe(true);
    await query(database.url, 'select 1');
  };
  await query(database.url, 'create table kept as select 7 as seven');
  await loseItTo('SIGKILL');
  await loseItTo('SIGSTOP');
  expect(said).toEqual([
    'The database has died: starting it again.',
    'The database has not answered for 1 s: starting it again.',
  ]);
  expect(await query(database.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await database.stop();
  expect(servers()).toEqual([]);
});
