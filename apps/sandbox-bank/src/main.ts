import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openMailbox } from './mail/mailbox.ts';
import { openBank } from './open-bank.ts';

const config = readConfig(process.env);
const bank = openBank(config);
const mailbox = await openMailbox(config.smtpPort);
const app = buildApp(bank, mailbox);

async function stop(): Promise<void> {
  await app.close();
  await Promise.all([bank.close(), mailbox.close()]);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

const address = await app.listen({ port: config.port, host: '127.0.0.1' });
console.log(`Sandbox bank: ${address}`);
console.log(`Sandbox mail: ${mailbox.url}`);
process.send?.({ ready: address });
