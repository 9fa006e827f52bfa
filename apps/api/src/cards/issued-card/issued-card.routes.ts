import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { activateCard } from './activate-card.ts';
import { blockCard, freezeCard, unfreezeCard } from './change-card-state.ts';
import { listIssuedCards, showIssuedCard } from './list-issued-cards.ts';
import { orderCard } from './order-card.ts';
import type { CardIssuer } from './rails/card-issuer.ts';
import { changeCardPin, revealCard, showPinKey } from './reveal-card.ts';
import { setCardLimits, setPersonLimits } from './set-limits.ts';
import { setCardSwitch } from './set-switch.ts';
import { showCardOptions } from './show-card-options.ts';

export function issuedCardRoutes(bind: Bind, issuer: CardIssuer): void {
  bind.verb(contract.issuedCard.list, listIssuedCards);
  bind.verb(contract.issuedCard.show, showIssuedCard);
  bind.verb(contract.issuedCard.options, showCardOptions);
  bind.verb(contract.issuedCard.place, orderCard);
  bind.workflow(contract.issuedCard.activate, activateCard(issuer));
  bind.verb(contract.issuedCard.freeze, freezeCard);
  bind.verb(contract.issuedCard.unfreeze, unfreezeCard);
  bind.verb(contract.issuedCard.block, blockCard);
  bind.verb(contract.issuedCard.setLimits, setCardLimits);
  bind.verb(contract.issuedCard.setSwitch, setCardSwitch);
  bind.workflow(contract.issuedCard.reveal, revealCard(issuer));
  bind.workflow(contract.issuedCard.pinKey, showPinKey(issuer));
  bind.workflow(contract.issuedCard.changePin, changeCardPin(issuer));
  bind.verb(contract.issuedCard.setPersonLimits, setPersonLimits);
}
