import { describe, expect, it } from 'vitest';
import type { CardOptions, IssuedCard } from './issued-card.api.ts';
import { feeOf, findFaults, hasFault, limitsFor, startForm, toEmbossed, toOrder } from './order-form.ts';

const limits = { perPayment: '1000.00', daily: '1500.00', monthly: '5000.00' };
const most = { perPayment: '5000.00', daily: '10000.00', monthly: '25000.00' };
const pounds = (amount: string) => ({ amount, currency: 'GBP' as const });
const offer = {
  bankholderid: '104882',
  currency: 'GBP' as const,
  accountEnding: '8849',
  fees: { virtual: pounds('0.00'), physical: pounds('5.00'), replacement: pounds('5.00') },
  limits,
  highest: most,
};
const you = {
  uid: '0198f0a0-0000-7000-8000-000000000001',
  name: 'Anong Srisuk',
  isYou: true,
  embossedName: 'ANONG SRISUK',
  phone: '+442079460018',
  accounts: null,
  highest: [],
};
const options: CardOptions = {
  offers: [offer],
  people: [you],
  designs: ['mere', 'dusk', 'slate'],
  address: { line1: '1 Long Lane', city: 'London', postcode: 'EC1A 9HF', country: 'GB' },
  delivery: { earliest: '2026-11-30', latest: '2026-12-03' },
  canSetHighest: true,
};
const started = () => {
  const form = startForm(options, undefined);
  if (!form) throw new Error('there is an offer and a person');
  return form;
};

describe('the form of a card order', () => {
  it('begins with the person, their registered address and the first limits', () => {
    expect(started()).toMatchObject({ holder: you.uid, embossedName: 'ANONG SRISUK', limits, format: 'virtual' });
    expect(hasFault(findFaults(started(), offer, you))).toBe(false);
  });

  it('has no start without an account', () => {
    expect(startForm({ ...options, offers: [] }, undefined)).toBeUndefined();
  });

  it('replaces a card on its own account and for its own person only', () => {
    const card = {
      bankholderid: offer.bankholderid,
      holder: you,
      format: 'physical',
      limits: most,
    } as unknown as IssuedCard;
    expect(startForm(options, card)).toMatchObject({ holder: you.uid, format: 'physical', limits: most });
    expect(startForm(options, { ...card, bankholderid: '104883' })).toBeUndefined();
    expect(startForm(options, { ...card, holder: { ...you, uid: 'somebody-else' } })).toBeUndefined();
  });

  it('keeps within the highest limits of the person', () => {
    const highest = [
      { currency: 'GBP' as const, perPayment: '50.00', daily: '2000.00', monthly: '300.00', version: 1 },
    ];
    expect(limitsFor(offer, { ...you, highest })).toEqual({
      perPayment: '50.00',
      daily: '1500.00',
      monthly: '300.00',
    });
  });

  it('needs an address for a physical card only', () => {
    const bare = { ...started(), address: { line1: ' ', line2: '', city: '', postcode: '', country: 'GB' } };
    expect(hasFault(findFaults(bare, offer, you))).toBe(false);
    const { address } = findFaults({ ...bare, format: 'physical' }, offer, you);
    expect(address).toEqual({ line1: true, city: true, postcode: true });
    expect('address' in toOrder(bare, '0.00', undefined)).toBe(false);
  });

  it.each(['', 'ANONGSRISUKANONGSRISUK', 'อนงค์'])('refuses %j as a name on the card', (embossedName) => {
    expect(findFaults({ ...started(), embossedName }, offer, you).embossedName).toBe(true);
  });

  it('takes curly apostrophes and double spaces, and does not cut a long name', () => {
    const typed = toEmbossed(' Siân   O’Neil ');
    expect(typed).toBe(" SIÂN   O'NEIL ");
    const named = { ...started(), embossedName: toEmbossed('  anong   o’neil ') };
    expect(findFaults(named, offer, you).embossedName).toBe(false);
    expect(toOrder(named, '0.00', undefined).embossedName).toBe("ANONG O'NEIL");
    expect(
      findFaults({ ...started(), embossedName: toEmbossed('ANONGSRISUKANONGSRISU') }, offer, you).embossedName,
    ).toBe(true);
  });

  it('shows the fee of what is ordered', () => {
    expect(feeOf(offer, started(), undefined).amount).toBe('0.00');
    expect(feeOf(offer, { ...started(), format: 'physical' }, undefined).amount).toBe('5.00');
  });
});
