import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { FactorResetForm, FactorResetItem } from '@larkmere/contract/customers/factor-reset';
import type { KycDocument, KycItemForm } from '@larkmere/contract/customers/kyc';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { type Document, findDocuments, storeIdentityDocument } from '../../checks/document/document.ts';
import type { LoginFactors, PendingLogin } from '../../identity/session/session.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { hashToken, verifyToken } from '../../platform/security/token.ts';
import { hoursAfter } from '../../platform/time/time-after.ts';
import { keysOf } from '../../platform/values/values.ts';
import { itemTitle } from '../kyc/kyc.ts';
import { selectIdentityCustomer, selectName } from './factor-reset.read.ts';
import {
  countRecentLinks,
  deletePicture,
  extendRequest,
  findLink,
  findOpenRequest,
  insertLink,
  insertPicture,
  insertRequest,
  lockOpenRequest,
  lockPerson,
  lockRequest,
  type ResetRow,
  selectPictures,
} from './factor-reset.sql.ts';
import {
  changeResetState,
  deriveFactorResetCode,
  discardPicture,
  emitState,
  endReset,
  factorResetLifecycle,
  selfieNumberOf,
} from './factor-reset-lifecycle.ts';

const linkHours = 72;
const maxLinksPerDay = 3;

/**
 * Mails a link to a person whose password was right. Refuses with `login_failed` if that login is unknown, used or too
 * old; whatever is open for the person already, and above the most links of a day, the answer is the same.
 */
export const requestReset =
  (factors: Pick<LoginFactors, 'find'>, linkKey: Buffer): Verb<typeof contract.factorReset.request> =>
  async (ctx, { challengeId }) => {
    const login = await factors.find(ctx, challengeId);
    if (!login) throw new Refusal('login_failed', { reason: message('factor_reset_login_old') });
    await lockPerson(ctx.tx, login.userId);
    if ((await countRecentLinks(ctx.tx, login.userId)) < maxLinksPerDay) await sendLink(ctx, linkKey, login);
    return null;
  };

/** A further link opens the same request: a person has one at a time. */
async function sendLink(ctx: Ctx, linkKey: Buffer, login: PendingLogin): Promise<void> {
  const request = await openRequest(ctx, login);
  const id = randomUUID();
  const codeHash = hashToken(deriveFactorResetCode(linkKey, id));
  await insertLink(ctx.tx, { id, requestId: request.id, codeHash });
  await audit(ctx, 'factor_reset.link_sent', `factor-reset:${request.id}`, { person: login.userId });
  await emitState(ctx, request, id);
}

async function openRequest(ctx: Ctx, login: PendingLogin): Promise<ResetRow> {
  const open = await lockOpenRequest(ctx.tx, login.userId);
  const isOver = open !== undefined && isOverdue(open, ctx.now);
  if (isOver) await endReset(ctx, open, { state: 'expired' });
  const expiresAt = hoursAfter(ctx.now, linkHours);
  if (open && !isOver) return open.state === 'requested' ? extendRequest(ctx.tx, open.id, { expiresAt }) : open;
  const created = await insertRequest(ctx.tx, {
    id: v7(),
    userId: login.userId,
    customerId: await selectIdentityCustomer(ctx.tx, login),
    expiresAt,
  });
  await recordState(ctx, factorResetLifecycle, created);
  return created;
}

/** A job ends it within seconds. */
const isOverdue = ({ state, expiresAt }: ResetRow, now: Date): boolean => state !== 'approved' && expiresAt <= now;

type FormVerbs = typeof contract.factorReset;
type Link = Readonly<{ id: string; code: string }>;

const decisionHours = 7 * 24;
const maxPictures: Readonly<Record<FactorResetItem, number>> = { identity_document: 2, selfie: 1 };
const items = keysOf(maxPictures);
/** Refused files count too, so that nobody can fill the storage with them. */
const maxUploads = 20;

export const showResetForm: Verb<FormVerbs['showForm']> = async (ctx, link) =>
  viewForm(ctx, await requireLinkedRequest(ctx, link));

export const addPicture: Verb<FormVerbs['addDocument']> = async (ctx, { key, file, ...link }) => {
  const request = await requireDraft(ctx, link);
  const pictures = await loadPictures(ctx, request.id);
  const max = maxPictures[key];
  const isFull = pictures.filter(({ item, document }) => item === key && isNotRefused(document)).length >= max;
  if (isFull || pictures.length >= maxUploads)
    throw new Refusal('file_rejected', { reason: message('kyc_document_limit', { max }) });
  const document = await storeIdentityDocument(
    ctx,
    { customerId: request.customerId, userId: null, type: key === 'selfie' ? 'other' : 'id', file },
    pictures.map((picture) => picture.document),
  );
  await insertPicture(ctx.tx, { requestId: request.id, documentId: document.id, item: key });
  return viewPicture(document, true);
};

/** A file that is being scanned stays until that is over. */
export const removePicture: Verb<FormVerbs['removeDocument']> = async (ctx, { uid, ...link }) => {
  const request = await requireDraft(ctx, link);
  const picture = (await loadPictures(ctx, request.id)).find(({ document }) => document.id === uid);
  if (!picture) throw new Refusal('not_found');
  if (!isRemovable(picture.document)) throw new Refusal('invalid_transition');
  await discardPicture(ctx, uid);
  await deletePicture(ctx.tx, uid);
  return null;
};

export const submitReset: Verb<FormVerbs['submit']> = async (ctx, link) => {
  const request = await requireDraft(ctx, link);
  const pictures = await loadPictures(ctx, request.id);
  const errors = items
    .filter((item) => !isComplete(pictures, item))
    .map((item): FieldError => {
      const isScanning = pictures.some((picture) => picture.item === item && isBeingScanned(picture.document));
      const reason = message(isScanning ? 'kyc_item_scanning' : 'kyc_item_incomplete');
      return { field: item, code: 'required', reason };
    });
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  const submitted = await changeResetState(ctx, request, {
    state: 'submitted',
    submittedAt: ctx.now,
    expiresAt: hoursAfter(ctx.now, decisionHours),
  });
  return viewForm(ctx, submitted);
};

export const cancelByLink: Verb<FormVerbs['cancelByLink']> = async (ctx, link) => {
  const request = await requireLinkedRequest(ctx, link);
  return viewForm(ctx, await endReset(ctx, request, { state: 'cancelled', cancelledBy: 'link' }));
};

/** Locks the request. Refuses `factor_reset_link_invalid` in the same words whatever is wrong with the link. */
async function requireLinkedRequest({ tx, now }: Ctx, { id, code }: Link): Promise<ResetRow> {
  const link = await findLink(tx, id);
  const isRight = verifyToken(code, link?.codeHash ?? null);
  const request = link && isRight ? await lockRequest(tx, link.requestId) : undefined;
  if (!request || request.expiresAt <= now) throw new Refusal('factor_reset_link_invalid');
  return request;
}

async function requireDraft(ctx: Ctx, link: Link): Promise<ResetRow> {
  const request = await requireLinkedRequest(ctx, link);
  if (request.state !== 'requested')
    throw new Refusal('invalid_transition', { reason: message('factor_reset_moved_on') });
  return request;
}

type Picture = Readonly<{ item: FactorResetItem; document: Document }>;

async function loadPictures({ tx }: Ctx, requestId: string): Promise<Picture[]> {
  const links = await selectPictures(tx, [requestId]);
  const documents = await findDocuments(
    tx,
    links.map(({ documentId }) => documentId),
  );
  return documents.flatMap((document) => {
    const link = links.find(({ documentId }) => documentId === document.id);
    return link ? [{ item: link.item, document }] : [];
  });
}

const isNotRefused = ({ state }: Document): boolean => state !== 'refused';
const isRemovable = ({ state }: Document): boolean => state === 'received' || state === 'refused';
const isBeingScanned = ({ state }: Document): boolean => state === 'uploaded' || state === 'scanning';

const isComplete = (pictures: readonly Picture[], key: FactorResetItem): boolean => {
  const itemPictures = pictures.filter(({ item, document }) => item === key && isNotRefused(document));
  return itemPictures.length > 0 && !itemPictures.some(({ document }) => isBeingScanned(document));
};

async function viewForm(ctx: Ctx, request: ResetRow): Promise<FactorResetForm> {
  const pictures = await loadPictures(ctx, request.id);
  const isDraft = request.state === 'requested';
  return {
    state: request.state,
    name: maskName(await selectName(ctx.tx, request.userId)),
    selfieNumber: selfieNumberOf(request.id),
    items: items.map((item) => viewItem(item, pictures, isDraft)),
    canSubmit: isDraft && items.every((item) => isComplete(pictures, item)),
    canCancel: request.endedAt === null,
    expiresAt: request.expiresAt.toISOString(),
    appliesAt: request.appliesAt?.toISOString() ?? null,
    refusalReason: request.refusalReason,
  };
}

function viewItem(key: FactorResetItem, pictures: readonly Picture[], isDraft: boolean): KycItemForm {
  const documents = pictures.filter(({ item }) => item === key).map(({ document }) => document);
  return {
    key,
    title: itemTitle('person', key),
    state: isDraft ? 'not_provided' : 'in_review',
    isComplete: isComplete(pictures, key),
    reasonCode: null,
    reason: null,
    canEdit: isDraft,
    canUpload: isDraft && documents.filter(isNotRefused).length < maxPictures[key],
    missing: [],
    answers: {},
    documents: documents.map((document) => viewPicture(document, isDraft)),
    documentsMin: 1,
    documentsMax: maxPictures[key],
    savedAt: null,
  };
}

const viewPicture = (document: Document, isDraft: boolean): KycDocument => ({
  uid: document.id,
  name: document.name,
  mediaType: document.mediaType,
  size: document.sizeBytes,
  state: document.state,
  reason: document.reason,
  createdAt: document.createdAt.toISOString(),
  canRemove: isDraft && isRemovable(document),
});

/** The first letter of each word: enough to know one's own name, too little to learn another's. */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/^(.).*$/su, '$1•••'))
    .join(' ');

export const showReset: Verb<typeof contract.factorReset.show> = async ({ tx, actor }) => {
  const open = await findOpenRequest(tx, actor.userId);
  return {
    open: open
      ? {
          state: open.state,
          requestedAt: open.requestedAt.toISOString(),
          expiresAt: open.expiresAt.toISOString(),
          appliesAt: open.appliesAt?.toISOString() ?? null,
        }
      : null,
  };
};

export const cancelReset: Verb<typeof contract.factorReset.cancel> = async (ctx) => {
  const open = await lockOpenRequest(ctx.tx, ctx.actor.userId);
  if (!open) throw new Refusal('invalid_transition');
  await endReset(ctx, open, { state: 'cancelled', cancelledBy: 'session' });
  return null;
};
