import type { Bank } from './bank.ts';
import { sign } from './signature.ts';
import { numberColumn, type Row, textColumn } from './store.ts';

const batchSize = 8;
const timeoutMs = 5000;
const firstRetryMs = 250;
const maxRetryMs = 30_000;

type Outbox = Readonly<{
  table: 'event' | 'identity_event' | 'cp_event' | 'ci_event';
  /** The rows that are due at the parameter. */
  due: string;
  path: string;
  bodyOf: (row: Row) => Readonly<Record<string, unknown>>;
}>;

const moment = (row: Row): string => new Date(numberColumn(row, 'at')).toISOString();

const outboxes: readonly Outbox[] = [
  {
    table: 'event',
    // Events of one payment are delivered in order, except those marked unordered.
    due: `
      select * from event as e
      where delivered_at is null and due_at <= ?
        and (unordered = 1 or bank_reference is null or not exists (
          select 1 from event as earlier
          where earlier.bank_reference = e.bank_reference and earlier.sequence < e.sequence
            and earlier.delivered_at is null))
      order by due_at, sequence limit ${batchSize}`,
    path: '/api/services/v1/rail/event',
    bodyOf: (row) => ({
      eventId: textColumn(row, 'event_id'),
      sequence: numberColumn(row, 'sequence'),
      at: moment(row),
      kind: textColumn(row, 'kind'),
      document: textColumn(row, 'document'),
    }),
  },
  {
    table: 'identity_event',
    due: `
      select * from identity_event where delivered_at is null and due_at <= ? order by due_at, sequence limit ${batchSize}`,
    path: '/api/services/v1/kyc/event',
    bodyOf: (row) => ({
      eventId: textColumn(row, 'event_id'),
      checkId: textColumn(row, 'check_id'),
      sequence: numberColumn(row, 'sequence'),
      at: moment(row),
      result: JSON.parse(textColumn(row, 'result')),
    }),
  },
  cardOutbox('cp_event', '/api/services/v1/card/event'),
  cardOutbox('ci_event', '/api/services/v1/card-issuer/event'),
];

function cardOutbox(table: 'cp_event' | 'ci_event', path: string): Outbox {
  return {
    table,
    due: `select * from ${table} where delivered_at is null and due_at <= ? order by due_at, rowid limit ${batchSize}`,
    path,
    bodyOf: (row) => ({
      eventId: textColumn(row, 'event_id'),
      at: moment(row),
      report: JSON.parse(textColumn(row, 'report')),
    }),
  };
}

/**
 * Retries with growing delays until Larkmere answers 2xx. Returns the number delivered, so that the caller can
 * continue.
 */
export async function deliverDueEvents(bank: Bank): Promise<number> {
  const taken = await Promise.all(
    outboxes.flatMap((outbox) => bank.store.all(outbox.due, bank.now()).map((row) => deliver(bank, outbox, row))),
  );
  return taken.filter(Boolean).length;
}

async function deliver(bank: Bank, outbox: Outbox, row: Row): Promise<boolean> {
  const { dropWebhooks, duplicateWebhooks } = bank.settings();
  const id = textColumn(row, 'event_id');
  const taken = !dropWebhooks && (await send(bank, outbox, row));
  if (taken && duplicateWebhooks) await send(bank, outbox, row);
  if (taken) {
    bank.store.run(
      `update ${outbox.table} set delivered_at = ?, attempts = attempts + 1 where event_id = ?`,
      bank.now(),
      id,
    );
  } else {
    const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(numberColumn(row, 'attempts'), 10));
    const next = bank.now() + pause;
    bank.store.run(`update ${outbox.table} set due_at = ?, attempts = attempts + 1 where event_id = ?`, next, id);
  }
  return taken;
}

async function send(bank: Bank, { path, bodyOf }: Outbox, row: Row): Promise<boolean> {
  const body = JSON.stringify(bodyOf(row));
  const timestamp = String(bank.now());
  try {
    const reply = await fetch(new URL(path, bank.larkmereUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': textColumn(row, 'event_id'),
        'x-timestamp': timestamp,
        'x-signature': sign(bank.railSecret, timestamp, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    // Larkmere is down or slow. The event stays queued, so there is nothing to report.
    return false;
  }
}
