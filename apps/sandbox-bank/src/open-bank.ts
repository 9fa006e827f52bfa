import { randomInt } from 'node:crypto';
import type { Bank } from './bank.ts';
import { processIssuerSteps } from './card-issuer/steps.ts';
import type { Config } from './config.ts';
import { deliverDueEvents } from './deliver-events.ts';
import { processIdentitySteps } from './identity/decide-identity-check.ts';
import { processDueSteps } from './process-steps.ts';
import { readSettings, saveSettings } from './settings.ts';
import { openStore } from './store.ts';
import { startWorkLoop } from './work-loop.ts';

export function openBank(config: Config): Bank & { close(): Promise<void> } {
  const store = openStore(config.storeFile);
  let settings = readSettings(store);

  const bank: Bank = {
    store,
    railSecret: config.railSecret,
    larkmereUrl: config.larkmereUrl,
    now: () => Date.now(),
    randomBetween: ([least, most]) => randomInt(least, most + 1),
    settings: () => settings,
    changeSettings(next) {
      saveSettings(store, next);
      settings = next;
      bank.wake();
    },
    wake() {
      steps.wake();
      deliveries.wake();
    },
  };

  const due = (sql: string) => () => {
    const at = settings.paused ? null : store.one(sql)?.due_at;
    return at === null || at === undefined ? undefined : Number(at);
  };

  // Two loops, so that a slow receiver never delays the bank's own processing.
  const deliveries = startWorkLoop(
    async () => !settings.paused && (await deliverDueEvents(bank)) > 0,
    due(
      'select min(due_at) as due_at from (select due_at from event where delivered_at is null union all select due_at from identity_event where delivered_at is null union all select due_at from cp_event where delivered_at is null union all select due_at from ci_event where delivered_at is null)',
    ),
  );
  const steps = startWorkLoop(() => {
    if (!settings.paused && processDueSteps(bank) + processIdentitySteps(bank) + processIssuerSteps(bank) > 0)
      deliveries.wake();
    return false;
  }, due(
    'select min(due_at) as due_at from (select due_at from step union all select due_at from identity_step union all select due_at from ci_step)',
  ));

  async function close(): Promise<void> {
    await Promise.all([steps.stop(), deliveries.stop()]);
    store.close();
  }

  return { ...bank, close };
}
