import { randomUUID } from 'node:crypto';
import type { KycResult } from '@larkmere/contract/customers/kyc-event';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSystem, createDatabase, expectRefusal, runJob } from '../../../../../test/fixtures/base.ts';
import { final, green, greenBut, kycTools, onHold, retry } from '../../../../../test/fixtures/kyc.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { kycDeadlines } from './process-deadlines.ts';
import type { IdentityVendor, VendorOrder, VendorReport } from './rails/identity-vendor.ts';
import { receiveVendorEvent, submitVendorCheck, vendorEnquiries } from './submit-vendor-check.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);

beforeAll(async () => {
  const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
});

type Who = Awaited<ReturnType<typeof kyc.seedSubmitted>>;
const concernsOf = async (who: Who) => (await kyc.applicationOf(who)).concerns;

describe('a result of the vendor', () => {
  it('approves, verifies every item, opens the account and takes the address over', async () => {
    const who = await kyc.seedSubmitted();
    expect(await kyc.accountStatusOf(who)).toBe('pending');
    expect(await kyc.report(who, green)).toBe(true);
    expect(await kyc.state(who)).toMatchObject({ status: 'approved', dueBy: null, limits: null });
    expect(new Set(Object.values(await kyc.itemStates(who)))).toEqual(new Set(['verified']));
    expect(await kyc.accountStatusOf(who)).toBe('active');
    const { rows } = await sql<{ address: object; kyc: string }>`
      select address, kyc_status as kyc from customer.customer where id = ${who.customer.id}`.execute(db);
    expect(rows).toEqual([
      {
        address: { street: '7 Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' },
        kyc: 'approved',
      },
    ]);
    const documents = await db
      .selectFrom('document.document')
      .select('state')
      .where('customerId', '=', who.customer.id)
      .execute();
    expect(new Set(documents.map(({ state }) => state))).toEqual(new Set(['accepted']));
  });

  it('asks again for what was refused, deletes its file, and goes on after another submission', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, retry(who.customer.id, 'identity_document'));
    const state = await kyc.state(who);
    expect(state).toMatchObject({ status: 'action_required', canSubmit: false, dueBy: expect.any(String) });
    expect(state.requirements[1]).toMatchObject({
      key: 'identity_document',
      state: 'rejected',
      reasonCode: 'unreadable',
      reason: expect.stringContaining('blurred'),
      canUpload: true,
      dueBy: state.dueBy,
    });
    expect(await kyc.itemStates(who)).toMatchObject({ selfie: 'verified', source_of_funds: 'verified' });
    await expectRefusal(db, 'invalid_transition', () => kyc.upload(who, 'selfie'));
    await expectRefusal(db, 'validation_failed', () => kyc.submit(who));
    await kyc.upload(who, 'identity_document');
    await kyc.submit(who);
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('asks for answers that were changed, not for the same ones again', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, retry(who.customer.id, 'personal_details', 'name_differs'));
    await expectRefusal(db, 'validation_failed', () => kyc.submit(who));
    await kyc.save(who, 'personal_details', { fullName: 'Marisol Anne Quennell' });
    expect(await kyc.submit(who)).toMatchObject({ status: 'pending' });
  });

  it('approves with conditions while something is outstanding, and wholly once it came', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, greenBut(who.customer.id, 'proof_of_address'));
    expect(await kyc.state(who)).toMatchObject({
      status: 'approved_conditional',
      limits: { perPayment: { amount: '1000.00', currency: 'GBP' }, perDay: { amount: '2000.00', currency: 'GBP' } },
    });
    expect(await kyc.accountStatusOf(who)).toBe('active');
    await kyc.upload(who, 'proof_of_address');
    expect(await kyc.submit(who)).toMatchObject({ status: 'approved_conditional' });
    await kyc.report(who, retry(who.customer.id, 'proof_of_address', 'cut_off'));
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, green);
    expect(await kyc.state(who)).toMatchObject({ status: 'approved', dueBy: null, limits: null });
  });

  it('rejects finally without closing anything', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, final);
    expect(await kyc.statusOf(who)).toBe('rejected');
    expect(await kyc.accountStatusOf(who)).toBe('pending');
    expect(await kyc.report(who, green)).toBe(true);
    expect(await kyc.statusOf(who)).toBe('rejected');
  });

  it('waits for a person while it is on hold, and the vendor may still settle it', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, onHold);
    expect(await kyc.state(who)).toMatchObject({ status: 'in_review', nextUpdateBy: expect.any(String) });
    expect(await concernsOf(who)).toEqual(['vendor_hold']);
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('goes to a person when the refusal names nothing to mend', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, { ...retry(who.customer.id, 'selfie'), items: [] });
    expect(await kyc.statusOf(who)).toBe('in_review');
    const other = await kyc.seedSubmitted();
    await kyc.report(other, retry(randomUUID(), 'selfie'));
    expect(await kyc.statusOf(other)).toBe('in_review');
  });

  it('does not approve a name on the list of sanctions, whether of the customer or in the answers', async () => {
    const listed = await kyc.seedSubmitted({ name: 'Balthazar Figmentov' });
    await kyc.report(listed, green);
    const named = await kyc.seedPerson();
    await kyc.fillPerson(named);
    await kyc.save(named, 'personal_details', { fullName: 'Balthazar Figmentov' });
    await kyc.submit(named);
    await kyc.report(named, green);
    for (const who of [listed, named]) {
      const concerns = who === named ? ['name_on_list', 'identity_differs'] : ['name_on_list'];
      expect([await kyc.statusOf(who), await concernsOf(who)]).toEqual(['in_review', concerns]);
      expect(await kyc.accountStatusOf(who)).toBe('pending');
      expect(JSON.stringify(await kyc.state(who))).not.toMatch(/list|concern|hit/);
      await kyc.report(who, green);
      expect(await kyc.statusOf(who)).toBe('in_review');
    }
  });
});

describe('a contradiction after the approval', () => {
  it.each(['FINAL', 'RETRY'] as const)('(%s) goes to staff and changes no account by itself', async (rejectType) => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, green);
    await kyc.report(who, { ...final, rejectType });
    expect([await kyc.statusOf(who), await concernsOf(who)]).toEqual(['in_review', ['contradiction']]);
    expect(await kyc.accountStatusOf(who)).toBe('active');
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('in_review');
  });

  it('is no contradiction when the vendor says green again', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, green);
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });
});

describe('events', () => {
  it('are applied once, in the order of their sequence', async () => {
    const who = await kyc.seedSubmitted();
    const eventId = randomUUID();
    expect(await kyc.report(who, onHold, { eventId, sequence: 2 })).toBe(true);
    expect(await kyc.report(who, onHold, { eventId, sequence: 2 })).toBe(false);
    expect(await kyc.report(who, final, { sequence: 1 })).toBe(false);
    expect(await kyc.report(who, final, { sequence: 2 })).toBe(false);
    expect(await kyc.statusOf(who)).toBe('in_review');
    expect(await kyc.report(who, green, { sequence: 3 })).toBe(true);
    const events = await db
      .selectFrom('kyc.vendor_event')
      .select(['sequence', 'isOutdated'])
      .where('checkId', '=', (await kyc.checkOf(who)).id)
      .orderBy('receivedAt')
      .execute();
    expect(events).toEqual([
      { sequence: 2, isOutdated: false },
      { sequence: 1, isOutdated: true },
      { sequence: 2, isOutdated: true },
      { sequence: 3, isOutdated: false },
    ]);
  });

  it('decide once when two arrive at once', async () => {
    const who = await kyc.seedSubmitted();
    const applied = await Promise.all([
      kyc.report(who, green, { sequence: 1 }),
      kyc.report(who, final, { sequence: 1 }),
      kyc.report(who, onHold, { sequence: 1 }),
    ]);
    expect(applied.filter(Boolean)).toHaveLength(1);
  });

  it('of an unknown check are refused', async () => {
    const event = {
      eventId: randomUUID(),
      checkId: randomUUID(),
      sequence: 1,
      at: new Date().toISOString(),
      result: green,
    };
    await expectRefusal(db, 'not_found', () => kyc.asVendor((ctx) => receiveVendorEvent(ctx, event)));
  });

  it('of an earlier check change nothing but a final refusal, which a person sees', async () => {
    const who = await kyc.seedSubmitted();
    const { id: checkId } = await kyc.checkOf(who);
    await kyc.report(who, retry(who.customer.id, 'selfie'));
    await kyc.upload(who, 'selfie');
    await kyc.submit(who);
    const late = (result: KycResult, sequence: number) =>
      kyc.asVendor((ctx) =>
        receiveVendorEvent(ctx, { eventId: randomUUID(), checkId, sequence, at: new Date().toISOString(), result }),
      );
    await late(green, 2);
    expect(await kyc.statusOf(who)).toBe('pending');
    await late(final, 3);
    expect([await kyc.statusOf(who), await concernsOf(who)]).toEqual(['in_review', ['vendor_final']]);
  });

  it('leave a customer alone whose check expired, and who begins it again', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, retry(who.customer.id, 'selfie'));
    await kyc.setTime(who, 'due_by', '0 seconds');
    await runJob(db, kycDeadlines);
    for (const result of [green, onHold, final]) await kyc.report(who, result);
    expect(await kyc.statusOf(who)).toBe('expired');
    await kyc.upload(who, 'selfie');
    for (const result of [green, onHold, final]) await kyc.report(who, result);
    expect(await kyc.statusOf(who)).toBe('in_progress');
  });
});

describe('the vendor', () => {
  const fakeVendor = (enquire: IdentityVendor['enquire'] = async () => 'pending') => {
    const orders: VendorOrder[] = [];
    return {
      orders,
      submit: async (order: VendorOrder) => void orders.push(order),
      enquire,
    } satisfies IdentityVendor & {
      orders: VendorOrder[];
    };
  };
  const deliver = async (vendor: IdentityVendor, who: Who) =>
    submitVendorCheck(vendor)(
      {
        requestId: 'test',
        transaction: (work) => asSystem(db, work),
        batchedTransaction: (work) => asSystem(db, work),
      },
      { eventId: 1n, payload: { checkId: (await kyc.checkOf(who)).id } },
    );
  const makeDue = async (who: Who, column: string, interval: string) =>
    sql`update kyc.vendor_check set ${sql.ref(column)} = now() - ${interval}::interval where id = ${(await kyc.checkOf(who)).id}`.execute(
      db,
    );

  it('gets the names and the items once, also when the order is repeated', async () => {
    const [who, vendor] = [await kyc.seedSubmitted(), fakeVendor()];
    await deliver(vendor, who);
    await deliver(vendor, who);
    expect(vendor.orders).toEqual([
      {
        checkId: (await kyc.checkOf(who)).id,
        subjects: [
          {
            subject: who.customer.id,
            name: 'Marisol Quennell',
            dateOfBirth: '1990-03-14',
            country: 'GB',
            items: ['personal_details', 'identity_document', 'selfie', 'proof_of_address', 'source_of_funds'],
          },
        ],
      },
    ]);
    expect(await kyc.checkOf(who)).toMatchObject({ state: 'submitted' });
  });

  it('keeps its order when it does not respond, and a result before the response counts', async () => {
    const who = await kyc.seedSubmitted();
    const silent: IdentityVendor = {
      submit: async () => {
        throw new PartnerTimeout('no answer');
      },
      enquire: async () => 'unknown',
    };
    await expect(deliver(silent, who)).rejects.toThrow('no answer');
    expect(await kyc.checkOf(who)).toMatchObject({ state: 'requested' });
    await deliver({ ...silent, submit: async () => void (await kyc.report(who, green)) }, who);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('is asked for a result that was lost', async () => {
    const who = await kyc.seedSubmitted();
    const report: VendorReport = { sequence: 1, result: green };
    const id = (await kyc.checkOf(who)).id;
    const vendor = fakeVendor(async (checkId) => (checkId === id ? report : 'pending'));
    await deliver(vendor, who);
    await runJob(db, vendorEnquiries(vendor));
    expect(await kyc.statusOf(who)).toBe('pending');
    await makeDue(who, 'next_enquiry_at', '0 seconds');
    await runJob(db, vendorEnquiries(vendor));
    expect(await kyc.statusOf(who)).toBe('approved');
    expect(await kyc.report(who, green, { sequence: 1 })).toBe(false);
  });

  it.each([
    ['23 hours 59 minutes 59 seconds', 'pending'],
    ['24 hours', 'in_review'],
  ])('is replaced by a person when it was silent for %s: %s', async (interval, expected) => {
    const [who, vendor] = [await kyc.seedSubmitted(), fakeVendor()];
    await deliver(vendor, who);
    await makeDue(who, 'created_at', interval);
    await runJob(db, vendorEnquiries(vendor));
    expect(await kyc.statusOf(who)).toBe(expected);
    if (expected === 'pending') return;
    expect(await concernsOf(who)).toEqual(['vendor_silent']);
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });
});
