import type { Language } from '@ledgate/domain/catalogue/language';

/** Mails that a call causes, in the caller's language. `minutes`: for how long it is good. */
type CallMail =
  | { readonly kind: 'code'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'reset'; readonly link: string; readonly minutes: number }
  | { readonly kind: 'test' };

type Words = { readonly subject: string; readonly text: string };
type Texts = { readonly [Kind in CallMail['kind']]: (mail: Extract<CallMail, { kind: Kind }>, name: string) => Words };

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    code: ({ code, minutes }, name) => ({
      subject: `${name}: your code`,
      text: `Your code for ${name} is\n\n${code}\n\nIt is good once, for ${minutes} minutes. If you did not ask for it, nothing needs to be done.`,
    }),
    reset: ({ link, minutes }, name) => ({
      subject: `${name}: a new password`,
      text:
        `Somebody asked for a new password for your account of ${name}. This link makes one:\n\n${link}\n\n` +
        `It is good once, for ${minutes} minutes. If that was not you, nothing needs to be done: your password stays as it is.`,
    }),
    test: (_mail, name) => ({
      subject: `${name}: test`,
      text: `This is a test. ${name} can send mails by the settings as they are.`,
    }),
  },
  zh: {
    code: ({ code, minutes }, name) => ({
      subject: `${name}：验证码`,
      text: `您在 ${name} 的验证码是\n\n${code}\n\n验证码仅可使用一次，${minutes} 分钟内有效。如非本人操作，请忽略此邮件。`,
    }),
    reset: ({ link, minutes }, name) => ({
      subject: `${name}：重置密码`,
      text: `有人为您在 ${name} 的账户申请了新密码。打开以下链接即可生成：\n\n${link}\n\n链接仅可使用一次，${minutes} 分钟内有效。如非本人操作，请忽略此邮件，密码不会改变。`,
    }),
    test: (_mail, name) => ({
      subject: `${name}：测试邮件`,
      text: `这是一封测试邮件。${name} 可以按当前设置发送邮件。`,
    }),
  },
};

/** `name`: what the operator calls the system. */
export function callMail(mail: CallMail, name: string, language: Language): Words {
  const text = TEXTS[language][mail.kind] as (mail: CallMail, name: string) => Words;
  return text(mail, name);
}
