import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { issueAccountLetter } from './issue-letter.ts';
import { listLetters, showLetter, verifyLetter } from './show-letter.ts';

export function letterRoutes(bind: Bind, verificationAddress: string): void {
  bind.verb(contract.letter.list, listLetters);
  bind.verb(contract.letter.issue, issueAccountLetter);
  bind.workflow(contract.letter.show, showLetter(verificationAddress));
  bind.verb(contract.letter.verify, verifyLetter);
}
