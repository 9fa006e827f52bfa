import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import {
  type Holder,
  holderSection,
  issueLetter,
  type LetterDraft,
  selectHolder,
} from '../../accounts/letter/letter.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { formatDateTime } from '../../platform/time/format-date.ts';
import { marginCost } from './book-conversion.ts';
import { type Exchange, selectExchange } from './conversion.read.ts';

/** Refuses `not_found` for an exchange of others, or between accounts that the member may not use. */
export const issueExchangeNote: Verb<typeof contract.letter.issueExchangeNote> = async (ctx, { uid }) => {
  const exchange = await selectExchange(ctx, uid);
  if (!exchange) throw new Refusal('not_found');
  return issueLetter(ctx, 'exchange_note', exchange.accounts, describeExchange(await selectHolder(ctx), exchange));
};

function describeExchange(holder: Holder, { reference, price, executedAt }: Exchange): LetterDraft {
  const { sell, fee, buy, rate, mid } = price;
  return {
    title: defaultText('letter_exchange_title'),
    headline: defaultText('letter_exchange_headline', { sold: sell, bought: buy }),
    sections: [
      holderSection(holder),
      {
        heading: defaultText('letter_exchange_amounts'),
        rows: [
          [defaultText('letter_exchange_sold'), formatDisplayMoney(sell)],
          [defaultText('letter_exchange_fee'), formatDisplayMoney(fee)],
          [defaultText('letter_exchange_bought'), formatDisplayMoney(buy)],
        ],
      },
      {
        heading: defaultText('letter_exchange_rates'),
        rows: [
          [defaultText('letter_exchange_rate'), describeRate(rate)],
          [defaultText('letter_exchange_market_rate'), describeRate(mid)],
          [defaultText('letter_exchange_margin'), formatDisplayMoney(marginCost(price))],
        ],
      },
      {
        heading: defaultText('letter_exchange_details'),
        rows: [
          [defaultText('letter_exchange_reference'), reference],
          [defaultText('letter_exchange_made'), formatDateTime(executedAt)],
        ],
      },
    ],
  };
}
