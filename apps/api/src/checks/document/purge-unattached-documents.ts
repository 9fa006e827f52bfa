import { defaultText } from '@larkmere/messages/format-message';
import { sql } from 'kysely';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { documentSetting } from './document.settings.ts';
import { transitionDocument } from './transition-document.ts';

/** Refuses documents that no payment attached in time and erases their content. */
export const unattachedDocumentPurge = defineJob({
  name: 'purge-unattached-documents',
  everySeconds: 3600,
  run: (job) =>
    handleDueRows(job, {
      table: 'document.document',
      isDue: sql`payment_id is null and purpose = 'payment' and state = 'received'
        and created_at < now() - (${inForce(documentSetting, {}, { select: sql`unattached_retention_hours` })}) * interval '1 hour'`,
      handle: (ctx, document) =>
        transitionDocument(ctx, document, 'refused', undefined, defaultText('document_deleted_unused')),
    }),
});
