export const declineCodes = [
  'do_not_honour',
  'insufficient_funds',
  'lost_card',
  'expired_card',
  'incorrect_cvc',
  'issuer_unavailable',
  'limit_exceeded',
  'fraud_suspected',
  'authentication_failed',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

/** What happens to a payment, by the number of the card. */
export type CardScenario =
  | 'frictionless'
  | 'challenge'
  | 'lost_answer'
  | 'lost_order'
  | 'captured_twice'
  | 'late_capture'
  | 'reversed'
  | 'charged_back'
  | 'refunded'
  | 'charged_back_first'
  | DeclineCode;

const scenarios: Readonly<Record<string, CardScenario>> = {
  '4000000000003220': 'challenge',
  '4000000000000002': 'do_not_honour',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'issuer_unavailable',
  '4000000000006975': 'limit_exceeded',
  '4000000000000101': 'fraud_suspected',
  '4000000000000135': 'lost_answer',
  '4000000000000143': 'lost_order',
  '4000000000000150': 'captured_twice',
  '4000000000000168': 'late_capture',
  '4000000000000176': 'reversed',
  '4000000000000259': 'charged_back',
  '4000000000000184': 'refunded',
  '4000000000000192': 'charged_back_first',
};

export const scenarioOfNumber = (digits: string): CardScenario => scenarios[digits] ?? 'frictionless';

export const toDeclineCode = (scenario: CardScenario): DeclineCode | undefined =>
  declineCodes.find((code) => code === scenario);
