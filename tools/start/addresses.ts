import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { freePort, isFree, requireFree } from '../ports.ts';

export async function chooseBankPort(webPort: number): Promise<number> {
  const given = Number(process.env.SANDBOX_BANK_PORT ?? 0);
  if (given > 0) {
    await requireFree(given, 'SANDBOX_BANK_PORT');
    return given;
  }
  return (await isFree(webPort + 1)) ? webPort + 1 : await freePort();
}

const bankFile = (dataDirectory: string): string => join(dataDirectory, 'sandbox-bank.url');

export function writeBankUrl(dataDirectory: string, url: string): void {
  writeFileSync(bankFile(dataDirectory), url, { mode: 0o600 });
}

export function readBankUrl(dataDirectory: string): string | undefined {
  const file = bankFile(dataDirectory);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export function urlOf(host: string, port: number, loopback = '127.0.0.1'): string {
  const isEverywhere = ['0.0.0.0', '::', 'localhost'].includes(host);
  const name = isIPv6(host) ? `[${host}]` : host;
  return `http://${isEverywhere ? loopback : name}:${port}`;
}
