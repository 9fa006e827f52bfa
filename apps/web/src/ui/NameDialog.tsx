import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { SubmitNotice } from './SubmitNotice.tsx';
import { TextInput } from './TextInput.tsx';

type Props = {
  texts: { title: string; label: string; missing: string; save: string; cancel: string };
  before: string;
  maxLength: number;
  notice: ComponentProps<typeof SubmitNotice>;
  onSave: (name: string) => void;
  onClose: () => void;
};

export function NameDialog({ texts, before, maxLength, notice, onSave, onClose }: Props) {
  const form = useId();
  const [name, setName] = useState(before);
  const [isMissing, setIsMissing] = useState(false);
  const { sending, unknown } = notice.submission;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      closeLabel={texts.cancel}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} busy={sending || unknown}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <SubmitNotice {...notice} />
        <Field label={texts.label} error={isMissing ? texts.missing : undefined}>
          <TextInput value={name} maxLength={maxLength} onChange={({ target }) => setName(target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
