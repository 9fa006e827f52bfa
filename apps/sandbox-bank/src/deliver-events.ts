import type { Bank } from './bank.ts';
import { sign } from './signature.ts';
import { numberColumn, type Row, textColumn } from './store.ts';

const batchSize = 8;
const timeoutMs = 5000;
const firstRetryMs = 250;
const maxRetryMs = 30_000;

// Events of one payment are delivered in order, except those marked unordered.
const dueEvents = `
  select * from event as e
  where delivered_at is null and due_at <= ?
    and (unordered = 1 or bank_reference is null or not exists (
      select 1 from event as earlier
      where earlier.bank_reference = e.bank_reference and earlier.sequence < e.sequence
        and earlier.delivered_at is null))
  order by due_at, sequence limit ${batchSize}`;

/**
 * Retries with growing delays until Larkmere answers 2xx. Returns the number delivered, so that the caller can
 * continue.
 */
export async function deliverDueEvents(bank: Bank): Promise<number> {
  const taken = await Promise.all(bank.store.all(dueEvents, bank.now()).map((row) => deliver(bank, row)));
  return taken.filter(Boolean).length;
}

async function deliver(bank: Bank, row: Row): Promise<boolean> {
  const { dropWebhooks, duplicateWebhooks } = bank.settings();
  const sequence = numberColumn(row, 'sequence');
  const taken = !dropWebhooks && (await send(bank, row));
  if (taken && duplicateWebhooks) await send(bank, row);
  if (taken) {
    bank.store.run(
      'update event set delivered_at = ?, attempts = attempts + 1 where sequence = ?',
      bank.now(),
      sequence,
    );
  } else {
    const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(numberColumn(row, 'attempts'), 10));
    const next = bank.now() + pause;
    bank.store.run('update event set due_at = ?, attempts = attempts + 1 where sequence = ?', next, sequence);
  }
  return taken;
}

async function send(bank: Bank, row: Row): Promise<boolean> {
  const body = JSON.stringify({
    eventId: textColumn(row, 'event_id'),
    sequence: numberColumn(row, 'sequence'),
    at: new Date(numberColumn(row, 'at')).toISOString(),
    kind: textColumn(row, 'kind'),
    document: textColumn(row, 'document'),
  });
  const timestamp = String(bank.now());
  try {
    const reply = await fetch(new URL('/api/services/v1/rail/event', bank.larkmereUrl), {
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
