import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { freePort, isFree, requireFree } from '../ports.ts';

/** The port of the sandbox bank: the one it is given, else the one after the web's, else any free one. */
export async function chooseBankPort(webPort: number): Promise<number> {
  const given = Number(process.env.SANDBOX_BANK_PORT ?? 0);
  if (given > 0) {
    await requireFree(given, 'SANDBOX_BANK_PORT');
    return given;
  }
  return (await isFree(webPort + 1)) ? webPort + 1 : await freePort();
}

const bankFile = (dataDirectory: string): string => join(dataDirectory, 'sandbox-bank.url');

/** Keeps where the sandbox bank listens, for the commands that ask it. */
export function keepBankUrl(dataDirectory: string, url: string): void {
  writeFileSync(bankFile(dataDirectory), url, { mode: 0o600 });
}

/** Where the sandbox bank of these data was last started; undefined when it never was. */
export function readBankUrl(dataDirectory: string): string | undefined {
  const file = bankFile(dataDirectory);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** How this machine reaches a server that listens on this host. */
export function urlOf(host: string, port: number, loopback = '127.0.0.1'): string {
  const isEverywhere = ['0.0.0.0', '::', 'localhost'].includes(host);
  const name = isIPv6(host) ? `[${host}]` : host;
  return `http://${isEverywhere ? loopback : name}:${port}`;
}
