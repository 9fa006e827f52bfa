import { type FormEvent, useId, useState } from 'react';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField, type SelectOption } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

export type DecisionField = Readonly<{
  name: string;
  label: string;
  options?: SelectOption[];
  isDate?: boolean;
  /** One line of text. */
  isLine?: boolean;
  /** Without it the field may stay empty. */
  missing?: string;
  atLeast?: number;
  atMost?: number;
  initial?: string;
  /** Of a text that is not empty. Its fault is `wrong`, or `missing`. */
  isValid?: (text: string) => boolean;
  wrong?: string;
}>;

type Props<Input, Reply> = {
  title: string;
  about?: string;
  fields: readonly DecisionField[];
  submitLabel: string;
  isDanger?: boolean;
  texts: { failed: string; again: string; done: string };
  write: (input: Input) => Promise<Reply>;
  onDone?: (reply: Reply) => void;
  toInput: (values: Readonly<Record<string, string>>, idempotency: string) => Input;
  onClose: () => void;
};

/** A decision of staff: reason code first, then what the customer reads, then what only staff read. */
export function DecisionDialog<Input, Reply = unknown>(props: Props<Input, Reply>) {
  const { title, about, fields, submitLabel, isDanger, texts, write, toInput, onDone, onClose } = props;
  const form = useId();
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries(fields.map(({ name, options, initial }) => [name, initial ?? options?.[0]?.value ?? ''])),
  );
  const [tried, setTried] = useState(false);
  const sending = useIdempotentRequest(write, (reply) => {
    showToast({ kind: 'success', text: texts.done });
    onDone?.(reply);
    onClose();
  });
  const textOf = (name: string) => (values[name] ?? '').trim();
  const faultOf = ({ name, missing, atLeast = 1, isValid, wrong = missing }: DecisionField) => {
    const text = textOf(name);
    if (missing !== undefined && text.length < atLeast) return missing;
    return text !== '' && isValid?.(text) === false ? wrong : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.some(faultOf)) return;
    const entered = Object.fromEntries(fields.map(({ name }) => [name, textOf(name)]));
    void sending.send(toInput(entered, sending.key));
  };
  const set = (name: string) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  return (
    <Dialog
      title={title}
      description={about}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind={isDanger ? 'danger' : 'primary'} busy={sending.sending}>
          {submitLabel}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        {fields.map((field) => {
          const { name, label, options, isDate, isLine, missing, atMost = 500 } = field;
          const error = tried ? faultOf(field) : undefined;
          if (options)
            return (
              <SelectField
                key={name}
                label={label}
                value={values[name]}
                onChange={set(name)}
                options={options}
                error={error}
              />
            );
          return (
            <Field key={name} label={label} optional={missing === undefined} error={error}>
              {isDate || isLine ? (
                <TextInput type={isDate ? 'date' : 'text'} value={values[name]} onChange={set(name)} />
              ) : (
                <TextArea value={values[name]} maxLength={atMost} onChange={set(name)} />
              )}
            </Field>
          );
        })}
        <SubmitNotice submission={sending} refusedTitle={texts.failed} retryText={texts.again} />
      </form>
    </Dialog>
  );
}
