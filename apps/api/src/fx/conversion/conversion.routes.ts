import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createConversion } from './create-conversion.ts';
import { createFxQuote } from './create-quote.ts';
import { issueExchangeNote } from './issue-exchange-note.ts';

export function conversionRoutes(bind: Bind): void {
  bind.verb(contract.fx.quote, createFxQuote);
  bind.verb(contract.fx.convert, createConversion);
  bind.verb(contract.letter.issueExchangeNote, issueExchangeNote);
}
