import { describe, expect, it } from 'vitest';
import { daysUntil, findFaults, newForm, toOrder } from './status-form.ts';

const now = new Date(2026, 10, 26, 10);
const filled = { message: 'You use it for a business.', note: 'Case R-318, asked twice.' };
const closing = { ...newForm('active', 'closing', 90, now), ...filled };

describe('the form of a new status', () => {
  it('starts with the first reason of the status and the notice of the setting', () => {
    expect(newForm('active', 'restricted', 90, now)).toMatchObject({ reason: 'unusual_activity', notifies: true });
    expect(daysUntil(closing.noticeEnds, now)).toBe(90);
  });

  it('needs words for a customer who is told, unless they must not learn of the reason', () => {
    const form = { ...newForm('active', 'restricted', 90, now), note: filled.note };
    expect(findFaults(form, 90, now)).toEqual({ message: 'messageMissing' });
    expect(findFaults({ ...form, notifies: false }, 90, now)).toEqual({});
    expect(findFaults({ ...form, reason: 'fraud_suspected' }, 90, now)).toEqual({});
    expect(toOrder('id', { ...form, reason: 'fraud_suspected', message: 'left over' }, 'key')).toMatchObject({
      customerMessage: null,
      effectiveAt: null,
      legalBasis: null,
    });
  });

  it('keeps the days of notice, except on a legal basis that allows fewer', () => {
    expect(findFaults(closing, 90, now)).toEqual({});
    const short = { ...closing, noticeEnds: '2026-12-10' };
    expect(findFaults(short, 90, now)).toEqual({ noticeEnds: 'noticeShort' });
    expect(findFaults({ ...short, legalBasis: 'court_order' }, 90, now)).toEqual({});
    expect(findFaults({ ...closing, noticeEnds: '' }, 90, now)).toEqual({ noticeEnds: 'noticeMissing' });
  });
});
