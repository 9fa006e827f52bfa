/**
 * Simulated behaviour. `rejects`: after the customer's approval; `silent`: never answers; `two_people`: needs a second
 * approver; `lost`: the answer is lost but the money arrives; `no_money`: reports a payment that never arrives.
 */
export type Behaviour = 'plain' | 'slow' | 'down' | 'rejects' | 'silent' | 'two_people' | 'lost' | 'no_money';

export type OpenBankingBank = Readonly<{
  id: string;
  name: string;
  group: string;
  colour: string;
  behaviour: Behaviour;
  message?: string;
}>;

export const openBankingBanks: readonly OpenBankingBank[] = [
  { id: 'heron', name: 'Heron Bank', group: 'Heron Group', colour: '#1f5f8b', behaviour: 'plain' },
  { id: 'heron-business', name: 'Heron Business', group: 'Heron Group', colour: '#123e5c', behaviour: 'plain' },
  { id: 'tarn', name: 'Tarn & Co', group: 'Tarn', colour: '#3a6b35', behaviour: 'plain' },
  { id: 'beck', name: 'Beck Building Society', group: 'Beck', colour: '#7a3b69', behaviour: 'plain' },
  { id: 'mereside', name: 'Mereside', group: 'Mereside', colour: '#0b6e6e', behaviour: 'plain' },
  {
    id: 'kestrel',
    name: 'Kestrel',
    group: 'Kestrel',
    colour: '#9a4f12',
    behaviour: 'slow',
    message: 'Kestrel is slower than usual today. Payments arrive, but later.',
  },
  {
    id: 'quarry',
    name: 'Quarry Bank',
    group: 'Quarry',
    colour: '#555b63',
    behaviour: 'down',
    message: 'Quarry Bank is being repaired and cannot be asked.',
  },
  { id: 'thornfield', name: 'Thornfield', group: 'Thornfield', colour: '#a3263d', behaviour: 'rejects' },
  { id: 'mist', name: 'Mist Savings', group: 'Mist', colour: '#5a6b8c', behaviour: 'silent' },
  { id: 'slate', name: 'Slate for Business', group: 'Slate', colour: '#33475b', behaviour: 'two_people' },
  { id: 'pike', name: 'Pike Online', group: 'Pike', colour: '#5b4b9a', behaviour: 'lost' },
  { id: 'lapwing', name: 'Lapwing', group: 'Lapwing', colour: '#6a5d1f', behaviour: 'no_money' },
];

export const findBank = (id: string): OpenBankingBank | undefined => openBankingBanks.find((bank) => bank.id === id);

export function toLogo({ name, colour }: OpenBankingBank): string {
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="${colour}"/>` +
    `<text x="20" y="27" text-anchor="middle" font-family="Georgia,serif" font-size="21" fill="#fff">${name[0]}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
