import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { SessionView } from '../identity/session.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { visitModes } from '../platform/visit-calls.ts';
import { StaffFactorProof } from './staff.ts';
import { visitBases } from './visit-bases.ts';

const ConsentCode = freeText().regex(/^\d{6}$/, fieldMessage('consent_code_format_invalid'));

const Reason = freeText()
  .min(10, fieldMessage('visit_reason_too_short'))
  .max(500, fieldMessage('visit_reason_too_long'));

const Basis = z.enum(visitBases);
const Mode = z.enum(visitModes);

const Visit = z
  .object({
    uid: Uid,
    personName: z.string(),
    staffName: z.string(),
    basis: Basis,
    mode: Mode,
    ticket: z.string(),
    reason: z.string(),
    breakGlassReason: z.string().nullable(),
    openedAt: Moment,
    endsAt: Moment,
    /** Null while it is open. */
    endedAt: Moment.nullable(),
    canEnd: z.boolean(),
  })
  .meta({ id: 'StaffVisit' });
export type StaffVisitView = z.infer<typeof Visit>;

const VisitsOfCustomer = z.object({
  customerName: z.string(),
  memberCode: z.string(),
  /** Who of the customer can be connected as, owners first. */
  people: z.array(z.object({ uid: Uid, name: z.string(), role: z.string() })),
  /** The reasons for a connection that the role of the reader allows, each with its modes. */
  bases: z.array(z.object({ basis: Basis, modes: z.array(Mode) })),
  visits: z.array(Visit),
});
export type VisitsOfCustomer = z.infer<typeof VisitsOfCustomer>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/auth/ghostconnect/{id}',
  access: 'staff',
  about: 'How the reader may connect as this customer, and who has: the latest 50 visits.',
  input: z.strictObject({ id: Uid }),
  reply: VisitsOfCustomer,
  refusals: ['access_denied', 'not_found'],
});

export const requestConsent = endpoint({
  method: 'POST',
  path: '/v1/manage/auth/ghostconnect/{id}/consent',
  access: 'staff',
  about:
    'Sends a code of six digits to the person, by e-mail and in their app, for five minutes. An earlier code stops working. Five an hour at most for a person.',
  input: z.strictObject({ id: Uid, user: Uid, idempotency: Idempotency }),
  reply: z.object({ expiresAt: Moment }),
  refusals: ['access_denied', 'not_found', 'too_many_consent_requests'],
});

const connection = {
  id: Uid,
  user: Uid,
  basis: Basis.default('consent'),
  mode: Mode.default('view'),
  ticket: freeText().regex(/^[A-Za-z0-9][A-Za-z0-9#/-]{2,39}$/, fieldMessage('ticket_invalid')),
  reason: Reason,
  /** Required with the basis `break_glass`: why the customer must not be asked or told. */
  breakGlassReason: Reason.optional(),
};

export const ConnectPurpose = z.strictObject({
  operation: z.literal('ghost-connect.connect'),
  ...connection,
  requestIdempotency: Idempotency,
});

export const connect = endpoint({
  method: 'POST',
  path: '/v1/manage/auth/ghostconnect/{id}',
  access: 'staff',
  about:
    'A link that opens the account once, within 60 seconds, in the browser of this staff session. Not idempotent: a stored reply would store the link, and a second factor counts once.',
  input: z.strictObject({
    ...connection,
    /** Of the customer; only with the basis `consent`. */
    consentCode: ConsentCode.optional(),
    factor: StaffFactorProof,
    idempotency: Idempotency,
  }),
  reply: z.object({ path: z.string(), expiresAt: Moment }),
  refusals: ['access_denied', 'not_found', 'consent_code_wrong', 'staff_factor_wrong', 'login_locked'],
});

export const end = endpoint({
  method: 'POST',
  path: '/v1/manage/auth/ghostconnect/{id}/end',
  access: 'staff',
  about: 'Ends a visit that is open: one’s own, or any with the level approve.',
  input: z.strictObject({ id: Uid, visit: Uid, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['access_denied', 'not_found'],
});

export const open = endpoint({
  method: 'POST',
  path: '/v1/wallet/loginasstaff/{token}',
  access: 'public',
  about:
    'Opens the link in the browser whose staff session asked for it, and begins a session of 30 minutes that only looks. The staff session of the browser is what authenticates the call. Refuses `visit_link_invalid` in the same words for a link that is unknown, used, expired or of another session.',
  input: z.strictObject({ token: z.string().min(20).max(100), idempotency: Idempotency }),
  reply: SessionView,
  refusals: ['visit_link_invalid'],
});

const OwnVisit = z.object({
  staffName: z.string(),
  basis: Basis.exclude(['break_glass']),
  mode: Mode,
  ticket: z.string(),
  openedAt: Moment,
  endedAt: Moment.nullable(),
});

/** What a customer sees of it; a visit under break glass is left out. */
export const list = endpoint({
  method: 'GET',
  path: '/v1/staff-visit',
  access: 'customer',
  beforeKyc: true,
  about:
    'The code to read out to staff who ask to look at the account, while there is one, and who has looked, the latest first.',
  input: EmptyInput,
  reply: z.object({
    consent: z.object({ code: z.string(), staffName: z.string(), expiresAt: Moment }).nullable(),
    list: z.array(OwnVisit),
  }),
  refusals: [],
});
