import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { convert, formatRate, type Rate, rateOf, readRate, roundRate, subtractMargin } from '@larkmere/money/rate';
import { conversionPostings } from '../../apps/api/src/fx/conversion/book-conversion.ts';
import type { Price } from '../../apps/api/src/fx/conversion/conversion.ts';
import { coverPostings } from '../../apps/api/src/fx/treasury/cover-position.ts';
import { type AccountHolder, requireValue } from './account-holder.ts';
import type { SeedBatch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { FirmAccounts } from './chart.ts';
import type { Exchange } from './movement.ts';

const marginBps = { plus: 35, wallet: 90 } as const;
const bankBps = 2;
const decimals = 10;
const coverAfterMs = 4 * 60_000;

function reconstructPrice({ currency, minor, into, bought, rate: text, fee }: Exchange, margin: number): Price {
  const rate = requireValue(readRate(currency, into, text), `rate ${text}`);
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

export function describeExchange(batch: SeedBatch, chart: FirmAccounts, holder: AccountHolder, move: Exchange): void {
  const { at: bookedAt, currency, into, rate } = move;
  const { customer, person, random, moneyAccounts } = holder;
  const price = reconstructPrice(move, marginBps[customer.kind]);
  const purseOf = (code: Currency) =>
    requireValue(moneyAccounts.get(code), `${code} of ${person.username}`).ledgerAccountId;
  const house = (accounts: FirmAccounts['position'], code: Currency) => requireValue(accounts[code], code);
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
  const [id, reference] = [random.operationIdAt(bookedAt), random.reference()];
  const valueDate = londonDay(bookedAt);
  batch.operations.push({ kind: 'post', id, code: 'fx.converted', postings, valueDate, bookedAt });
  const description = `Exchange of ${currency} into ${into} at ${rate}`;
  batch.narratives.push({ operationId: id, kind: 'exchange', reference, description });
  batch.conversions.push({
    id,
    reference,
    customerId: customer.id,
    userId: person.id,
    cause: 'instant',
    quoteId: null,
    fromAccount: from,
    toAccount: to,
    sell: currency,
    buy: into,
    sellMinor: price.sell.minor,
    feeMinor: price.fee.minor,
    buyMinor: price.buy.minor,
    mid: formatRate(price.mid, decimals),
    rate: formatRate(price.rate, decimals),
    marginBps: price.marginBps,
    midValueMinor: price.midValue.minor,
    spreadMinor: price.spread.minor,
    roundingMinor: 0n,
    madeAt: bookedAt,
  });
  describeCover(batch, chart, holder, { sold: money(currency, move.minor), mid: price.mid, at: bookedAt });
}

type CoverDetails = Readonly<{ sold: Money; mid: Rate; at: Date }>;

function describeCover(
  batch: SeedBatch,
  chart: FirmAccounts,
  { random }: AccountHolder,
  { sold, mid, at }: CoverDetails,
): void {
  const dealtAt = new Date(at.getTime() + coverAfterMs);
  const rate = roundRate(subtractMargin(mid, bankBps), decimals);
  const bought = convert(sold, rate, 'down');
  const postings = coverPostings(sold, bought, {
    positionSold: requireValue(chart.position[sold.currency], sold.currency),
    bankSold: requireValue(chart.safeguarding[sold.currency], sold.currency),
    positionBought: requireValue(chart.position[bought.currency], bought.currency),
    bankBought: requireValue(chart.safeguarding[bought.currency], bought.currency),
  });
  const id = random.operationIdAt(dealtAt);
  const code = 'position.covered';
  batch.operations.push({
    kind: 'post',
    id,
    code,
    postings,
    valueDate: londonDay(dealtAt),
    bookedAt: dealtAt,
  });
  batch.narratives.push({
    operationId: id,
    kind: 'exchange',
    reference: random.reference(),
    description: `Cover of ${formatAmount(sold)} ${sold.currency} into ${bought.currency}`,
  });
  batch.covers.push({
    id,
    staffId: chart.dealer,
    sell: sold.currency,
    buy: bought.currency,
    sellMinor: sold.minor,
    mid: formatRate(mid, decimals),
    state: 'dealt',
    buyMinor: bought.minor,
    rate: formatRate(rate, decimals),
    reference: `FX${random.reference()}`,
    requestedAt: dealtAt,
    dealtAt,
  });
}
