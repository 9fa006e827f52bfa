import * as card from './cards/card.ts';
import * as cardPayment from './cards/card-payment.ts';
import * as cardPerson from './cards/card-person.ts';
import * as issuedCard from './cards/issued-card.ts';
import * as topUp from './cards/top-up.ts';

/** The calls about cards: saved ones that pay in, and issued ones that spend. */
export const cardContract = {
  card: { list: card.list, remove: card.remove, lookUp: card.lookUp },
  issuedCard: {
    list: issuedCard.list,
    show: issuedCard.show,
    options: issuedCard.options,
    place: issuedCard.place,
    activate: issuedCard.activate,
    freeze: issuedCard.freeze,
    unfreeze: issuedCard.unfreeze,
    block: issuedCard.block,
    setLimits: issuedCard.setLimits,
    setSwitch: issuedCard.setSwitch,
    reveal: issuedCard.reveal,
    pinKey: issuedCard.pinKey,
    changePin: issuedCard.changePin,
    setPersonLimits: cardPerson.setPersonLimits,
  },
  topUp: {
    options: topUp.options,
    start: topUp.start,
    view: topUp.view,
    cancel: topUp.cancel,
    receiveEvent: topUp.receiveEvent,
  },
  cardPayment: {
    authorise: cardPayment.authorise,
    receiveEvent: cardPayment.receiveEvent,
    list: cardPayment.list,
    usage: cardPayment.usage,
    view: cardPayment.view,
    addDocument: cardPayment.addDocument,
    openDocument: cardPayment.openDocument,
    removeDocument: cardPayment.removeDocument,
    openDispute: cardPayment.openDispute,
    sendEvidence: cardPayment.sendEvidence,
  },
};
