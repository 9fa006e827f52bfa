import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, givenDatabase } from '../../../../test/given.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { requireOn, serviceNow } from './service.ts';

const { db } = await givenDatabase();
const key = 'payment.gbp';
const state = () => inTransaction(db, (tx) => serviceNow(tx, key));
const turnOff = (until: string | null, message: string | null = null) =>
  sql`update payment.service set is_on = false, message = ${message}, off_until = now() + ${until}::interval where key = ${key}`.execute(
    db,
  );

beforeEach(() => sql`update payment.service set is_on = true, message = null, off_until = null`.execute(db));

describe('service availability', () => {
  it('is true by default and false for an unknown key', async () => {
    expect(await state()).toMatchObject({ isOn: true, until: null });
    expect(await inTransaction(db, (tx) => serviceNow(tx, 'payment.moon'))).toEqual({
      isOn: false,
      message: null,
      until: null,
    });
  });

  it('refuses with the message of the operator and the end of the outage', async () => {
    await turnOff('1 hour', 'Faster Payments is being repaired. Nothing was sent.');
    const { until } = await state();
    const refusal = await expectRefusal(db, 'service_off', async () => requireOn(await state()));
    expect(refusal).toMatchObject({
      message: 'Faster Payments is being repaired. Nothing was sent.',
      data: { until: until?.toISOString() },
    });
    await turnOff(null);
    expect((await expectRefusal(db, 'service_off', async () => requireOn(await state()))).data).toEqual({
      until: null,
    });
  });

  it('returns by itself when the outage ends', async () => {
    await turnOff('0');
    expect(await state()).toMatchObject({ isOn: true, until: null });
  });
});
