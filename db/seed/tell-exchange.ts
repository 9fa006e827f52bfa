import type { OperationId } from '@larkmere/ledger/types';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { convert, formatRate, lessMargin, type Rate, rateOf, readRate, roundRate } from '@larkmere/money/rate';
import { conversionPostings } from '../../apps/api/src/fx/fx.postings.ts';
import type { Price } from '../../apps/api/src/fx/fx.ts';
import { coverPostings } from '../../apps/api/src/position/position.postings.ts';
import type { Batch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { Chart } from './chart.ts';
import { type Holder, must } from './holder.ts';
import type { Exchange } from './move.ts';

const marginBps = { plus: 35, wallet: 90 } as const;
const bankBps = 2;
const decimals = 10;
const coverAfterMs = 4 * 60_000;

function priceOf({ currency, minor, into, bought, rate: text, fee }: Exchange, margin: number): Price {
  const rate = must(readRate(currency, into, text), `rate ${text}`);
  const { numerator, denominator } = rate;
  const mid = roundRate(
    rateOf(currency, into, numerator * 10_000n, denominator * (10_000n - BigInt(margin))),
    decimals,
  );
  const [converted, buy] = [money(currency, minor), money(into, bought)];
  const midValue = convert(converted, mid);
  return {
    sell: money(currency, minor + fee),
    fee: money(currency, fee),
    buy,
    mid,
    rate,
    marginBps: margin,
    midValue,
    spread: subtract(midValue, buy),
    rounding: money(into, 0n),
  };
}

export function tellExchange(batch: Batch, chart: Chart, holder: Holder, move: Exchange): void {
  const { at: bookedAt, currency, into, rate } = move;
  const { customer, person, random, purses } = holder;
  const price = priceOf(move, marginBps[customer.kind]);
  const purseOf = (code: Currency) => must(purses.get(code), `${code} of ${person.username}`).ledgerAccountId;
  const house = (accounts: Chart['position'], code: Currency) => must(accounts[code], code);
  const [from, to] = [purseOf(currency), purseOf(into)];
  const [positionSold, positionBought] = [house(chart.position, currency), house(chart.position, into)];
  const postings = conversionPostings(price, {
    from,
    to,
    positionSold,
    positionBought,
    feeIncome: house(chart.fxFee, currency),
    spreadIncome: house(chart.fxSpread, into),
    rounding: house(chart.fxRounding, into),
  });
  const [id, reference] = [random.idAt(bookedAt), random.reference()];
  const valueDate = londonDay(bookedAt);
  batch.operations.push({ kind: 'post', id: id as OperationId, code: 'fx.converted', postings, valueDate, bookedAt });
  const description = `Exchange of ${currency} into ${into} at ${rate}`;
  batch.narratives.push({ operation_id: id, kind: 'exchange', reference, description });
  batch.conversions.push({
    id,
    reference,
    customer_id: customer.id,
    person_id: person.id,
    cause: 'instant',
    quote_id: null,
    from_account: from,
    to_account: to,
    sell: currency,
    buy: into,
    sell_minor: price.sell.minor,
    fee_minor: price.fee.minor,
    buy_minor: price.buy.minor,
    mid: formatRate(price.mid, decimals),
    rate: formatRate(price.rate, decimals),
    margin_bps: price.marginBps,
    mid_value_minor: price.midValue.minor,
    spread_minor: price.spread.minor,
    rounding_minor: 0n,
    made_at: bookedAt,
  });
  tellCover(batch, chart, holder, { sold: money(currency, move.minor), mid: price.mid, at: bookedAt });
}

type Covered = Readonly<{ sold: Money; mid: Rate; at: Date }>;

function tellCover(batch: Batch, chart: Chart, { random }: Holder, { sold, mid, at }: Covered): void {
  const dealtAt = new Date(at.getTime() + coverAfterMs);
  const rate = roundRate(lessMargin(mid, bankBps), decimals);
  const bought = convert(sold, rate, 'down');
  const postings = coverPostings(sold, bought, {
    positionSold: must(chart.position[sold.currency], sold.currency),
    bankSold: must(chart.safeguarding[sold.currency], sold.currency),
    positionBought: must(chart.position[bought.currency], bought.currency),
    bankBought: must(chart.safeguarding[bought.currency], bought.currency),
  });
  const id = random.idAt(dealtAt);
  const code = 'position.covered';
  batch.operations.push({
    kind: 'post',
    id: id as OperationId,
    code,
    postings,
    valueDate: londonDay(dealtAt),
    bookedAt: dealtAt,
  });
  batch.narratives.push({
    operation_id: id,
    kind: 'exchange',
    reference: random.reference(),
    description: `Cover of ${formatAmount(sold)} ${sold.currency} into ${bought.currency}`,
  });
  batch.covers.push({
    id,
    staff_id: chart.dealer,
    sell: sold.currency,
    buy: bought.currency,
    sell_minor: sold.minor,
    mid: formatRate(mid, decimals),
    state: 'dealt',
    buy_minor: bought.minor,
    rate: formatRate(rate, decimals),
    reference: `FX${random.reference()}`,
    asked_at: dealtAt,
    dealt_at: dealtAt,
  });
}
