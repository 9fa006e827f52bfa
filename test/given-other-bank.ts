import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Partner } from '../apps/api/src/kernel/partner.ts';

const main = fileURLToPath(new URL('../apps/sandbox-bank/src/main.ts', import.meta.url));
const secret = 'a-secret-for-tests-only';

/** Runs the sandbox bank with its twelve other banks as a process. Its events go to `larkmereUrl`. */
export async function givenOtherBanks(larkmereUrl = 'http://127.0.0.1:9'): Promise<Partner> {
  const env = { SANDBOX_BANK_PORT: '0', DATA_DIR: ':memory:', LARKMERE_URL: larkmereUrl, RAIL_SECRET: secret };
  const bank = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  afterAll(async () => {
    bank.kill();
    await once(bank, 'exit');
  });
  const [line] = await once(createInterface({ input: bank.stdout as NodeJS.ReadableStream }), 'line');
  return { baseUrl: /http:\S+/.exec(String(line))?.[0] ?? '', secret, timeoutMs: 1500 };
}

export type WayBack = Readonly<{ state: string; iss: string; code?: string; error?: string }>;

export async function visitBank(redirectUrl: string, decision: 'approve' | 'refuse'): Promise<WayBack> {
  const open = (url: URL, form?: Record<string, string>) =>
    fetch(url, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  const next = (reply: Response, from: URL) => new URL(reply.headers.get('location') ?? '', from);
  const start = new URL(redirectUrl);
  const visit = next(await open(start), start);
  const login = new URL(`${visit.pathname}/login`, visit);
  await open(login, { user: 'sandbox', password: 'sandbox' });
  const decide = new URL(`${visit.pathname}/decide`, visit);
  const back = next(await open(decide, { decision, account: 'current' }), decide);
  return Object.fromEntries(back.searchParams) as WayBack;
}
