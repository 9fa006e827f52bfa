import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, expectRefusal } from '../../../../../test/fixtures/base.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { getServiceAvailability, requireAvailable } from './service-availability.ts';

const { db } = await createDatabase();
const key = 'payment.gbp';
const loadAvailability = () => inTransaction(db, (tx) => getServiceAvailability(tx, key));
const disableService = (until: string | null, message: string | null = null) =>
  sql`update payment.service_availability set is_on = false, message = ${message}, disabled_until = now() + ${until}::interval where key = ${key}`.execute(
    db,
  );

beforeEach(() =>
  sql`update payment.service_availability set is_on = true, message = null, disabled_until = null`.execute(db),
);

describe('service availability', () => {
  it('is true by default and false for an unknown key', async () => {
    expect(await loadAvailability()).toMatchObject({ isAvailable: true, disabledUntil: null });
    expect(await inTransaction(db, (tx) => getServiceAvailability(tx, 'payment.moon'))).toEqual({
      isAvailable: false,
      message: null,
      disabledUntil: null,
    });
  });

  it('refuses with the message of the operator and the end of the outage', async () => {
    await disableService('1 hour', 'Faster Payments is being repaired. Nothing was sent.');
    const { disabledUntil } = await loadAvailability();
    const refusal = await expectRefusal(db, 'service_off', async () => requireAvailable(await loadAvailability()));
    expect(refusal).toMatchObject({
      message: 'Faster Payments is being repaired. Nothing was sent.',
      data: { until: disabledUntil?.toISOString() },
    });
    await disableService(null);
    expect(
      (await expectRefusal(db, 'service_off', async () => requireAvailable(await loadAvailability()))).data,
    ).toEqual({
      until: null,
    });
  });

  it('returns by itself when the outage ends', async () => {
    await disableService('0');
    expect(await loadAvailability()).toMatchObject({ isAvailable: true, disabledUntil: null });
  });
});
