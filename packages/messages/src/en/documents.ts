export const documents = {
  document_payment_ended: 'Nothing was saved. This payment has finished, so it does not need more documents.',
  document_already_uploaded: 'You’ve already uploaded this file, so we kept the first copy.',
  document_limit_for_payment:
    'Nothing was saved. This payment already has {count, plural, one {# document} other {# documents}}, which is the limit. Contact us if you need to send another.',
  document_limit_ahead:
    'Nothing was saved. You already have {count, plural, one {# document} other {# documents}} not linked to a payment, which is the limit. Contact us if you need to send another.',
  document_refused_before: 'Nothing was sent. We could not accept “{fileName}”. Upload it again or leave it out.',
  document_used_elsewhere:
    'Nothing was sent. “{fileName}” belongs to another payment. Upload it again or leave it out.',
  document_already_attached: 'Nothing was sent. This payment already has “{fileName}”. Leave it out.',
  document_limit_exceeded:
    'Nothing was sent. A payment can have up to {max, plural, one {# document} other {# documents}}, and this one already has {count}.',
  document_type_not_supported: 'Nothing was saved. Upload a PDF, JPEG, PNG, HEIC, DOCX or XLSX file.',
  document_extension_wrong:
    'Nothing was saved. The name ends in “.{extension}” but this is a {type} file. Save it with the right ending and upload it again.',
  document_not_available: 'You cannot open this file. It’s still being checked, or we did not keep it.',
  document_image_damaged: 'Nothing was saved. This picture is damaged. Take it or save it again.',
  document_picture_unreadable:
    'Nothing was saved. Nothing can be recognised in this picture. Take a new one in good light, with the whole document in it.',
  document_picture_too_small:
    'Nothing was saved. This picture is too small to read. Send the original, at least 200 pixels wide and high.',
  document_heic_not_readable:
    'Nothing was saved. We cannot read HEIC pictures here. Save the picture as JPEG and upload that. On an iPhone, choose Settings, Camera, Formats, Most Compatible.',
  document_note_too_long: 'Shorten your note to {max} characters or fewer',
  file_empty: 'This file is empty. Choose another one',

  document_deleted_unused: 'We deleted this file because no payment used it in time.',
  document_virus: 'We did not keep this file because it contains a virus. Clean your device before you send another.',
  document_active_content:
    'We did not keep this file because it contains a program, an attachment or a link to outside content. Print it to PDF and send that.',
  document_password_protected: 'We did not keep this file because it’s password-protected. Send it without a password.',
  document_type_mismatch:
    'We did not keep this file because its type and name do not match. Save it again with the right ending.',
  document_unreadable: 'We did not keep this file because we could not read it. Print it to PDF and send that.',
  document_blank: 'We did not keep this file because its pages are empty. Send the original, or a photo of it.',
  document_refusal_reason_too_short: 'Enter what’s wrong and what the customer can send instead',
} as const;
