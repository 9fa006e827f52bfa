import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../platform/http/bind.ts';
import { listCards, lookUpBin } from './card/card.read.ts';
import type { CardProcessor } from './card/rails/card-processor.ts';
import { removeCard } from './card/remove-card.ts';
import { authoriseCardPayment } from './card-payment/authorise.ts';
import { addCardDocument, openCardPaymentDocument, removeCardDocument } from './card-payment/card-documents.ts';
import { listCardPayments, showCardPayment, showCardUsage } from './card-payment/card-payment.view.ts';
import { openDispute, sendEvidence } from './card-payment/open-dispute.ts';
import { receiveIssuerEvent } from './card-payment/receive-event.ts';
import { activateCard } from './issued-card/activate-card.ts';
import { setCardLimits, setCardSwitch, setPersonLimits } from './issued-card/change-card-rules.ts';
import { blockCard, freezeCard, unfreezeCard } from './issued-card/change-card-state.ts';
import { orderCard } from './issued-card/order-card.ts';
import type { CardIssuer } from './issued-card/rails/card-issuer.ts';
import { changeCardPin, revealCard, showPinKey } from './issued-card/reveal-card.ts';
import { listIssuedCards, showCardOptions, showIssuedCard } from './issued-card/show-issued-cards.ts';
import { receiveCardEvent } from './top-up/apply-report.ts';
import { listAcceptedFunding, showOptions, startTopUp } from './top-up/start-top-up.ts';
import { cancelTopUp, getTopUp } from './top-up/top-up.view.ts';

type Partners = Readonly<{ processor: CardProcessor; issuer: CardIssuer }>;

/** `site`: the address of the web, to which the bank of a card returns. */
export function cardRoutes(bind: Bind, { processor, issuer }: Partners, site: string): void {
  topUpCardRoutes(bind, processor);
  topUpRoutes(bind, processor, site);
  issuedCardRoutes(bind, issuer);
  cardPaymentRoutes(bind);
}

function topUpCardRoutes(bind: Bind, processor: CardProcessor): void {
  bind.verb(contract.card.list, listCards);
  bind.verb(contract.card.remove, removeCard);
  bind.workflow(contract.card.lookUp, lookUpBin(processor, listAcceptedFunding));
}

function topUpRoutes(bind: Bind, processor: CardProcessor, site: string): void {
  bind.verb(contract.topUp.options, showOptions(processor, site));
  bind.workflow(contract.topUp.start, startTopUp(processor, site));
  bind.verb(contract.topUp.view, getTopUp);
  bind.verb(contract.topUp.cancel, cancelTopUp);
  bind.verb(contract.topUp.receiveEvent, receiveCardEvent);
}

function issuedCardRoutes(bind: Bind, issuer: CardIssuer): void {
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

function cardPaymentRoutes(bind: Bind): void {
  // Decisions about one card never share a batch.
  bind.batched(contract.cardPayment.authorise, (_, { cardId }) => cardId, authoriseCardPayment);
  bind.verb(contract.cardPayment.receiveEvent, receiveIssuerEvent);
  bind.verb(contract.cardPayment.list, listCardPayments);
  bind.verb(contract.cardPayment.usage, showCardUsage);
  bind.verb(contract.cardPayment.view, showCardPayment);
  bind.verb(contract.cardPayment.addDocument, addCardDocument);
  bind.workflow(contract.cardPayment.openDocument, openCardPaymentDocument);
  bind.verb(contract.cardPayment.removeDocument, removeCardDocument);
  bind.verb(contract.cardPayment.openDispute, openDispute);
  bind.verb(contract.cardPayment.sendEvidence, sendEvidence);
}
