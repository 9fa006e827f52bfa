import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { authoriseCardPayment } from './authorise.ts';
import { addCardDocument, openCardPaymentDocument, removeCardDocument } from './card-documents.ts';
import { listCardPayments, showCardPayment, showCardUsage } from './list-payments.ts';
import { openDispute, sendEvidence } from './open-dispute.ts';
import { receiveIssuerEvent } from './receive-event.ts';

export function cardPaymentRoutes(bind: Bind): void {
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
