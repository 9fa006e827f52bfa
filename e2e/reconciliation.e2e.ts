import { currencies } from '@larkmere/money/money';
import { expect, test } from '@playwright/test';
import { isReconciled, reconcileDay } from '../apps/api/src/accounting/reconciliation/reconciliation.ts';
import { londonDay } from '../apps/api/src/platform/time/london-day.ts';
import { findSchemaErrors } from '../test/fixtures/validate-messages.ts';
import { demoSecrets } from '../tools/start/environment.ts';
import { database } from './fixtures/database.ts';

const data = process.env.E2E_DATA_DIR ?? '';
const bank = {
  name: 'bank',
  baseUrl: process.env.E2E_BANK_URL ?? '',
  secret: demoSecrets(data).RAIL_SECRET ?? '',
  timeoutMs: 5000,
};

// Runs after all other tests, so that everything they booked must be in both ledgers.
test("the bank's statement of today matches our ledger in every currency", async () => {
  for (const currency of currencies)
    await test.step(currency, () =>
      expect(async () => {
        const found = await reconcileDay(database(), bank, currency, londonDay(new Date()));
        expect(found.breaks).toEqual([]);
        expect(found.ours.opening).toEqual(found.theirs.opening);
        expect(isReconciled(found)).toBe(true);
      }).toPass({ timeout: 45_000, intervals: [500] }),
    );
});

test('every message to or from another bank is valid by its published schema', async () => {
  const rows = await database().selectFrom('payment.message').select(['direction', 'document']).execute();
  const directions = new Set(rows.map(({ direction }) => direction));
  expect([...directions].toSorted()).toEqual(['in', 'out']);
  expect(findSchemaErrors(rows.map(({ document }) => document))).toBe('');
});
