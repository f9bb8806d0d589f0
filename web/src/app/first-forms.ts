// What sign-in and registration are made of, so that it stands in the chunk that every page has (tools/bundle/chunks.ts): their visits load no other, and
// all others need most of it.
import '@ledgate/domain/catalogue/limits';
import '@ledgate/domain/catalogue/log-types';
import '@ledgate/domain/catalogue/refused-calls';
import '@ledgate/domain/catalogue/roles';
import '@ledgate/domain/catalogue/statuses';
import '../features/sign-in/after-sign-in.ts';
import '../features/sign-in/api/sign-in-api.ts';
import '../features/sign-in/components/asked-ways-in.tsx';
import '../features/sign-in/components/sign-in-frame.tsx';
import '../features/sign-in/inviter.ts';
import '../features/sign-in/use-onward.ts';
import '../shared/bot-check/use-bot-check.tsx';
import '../shared/mail/email-error.ts';
import '../shared/money/quota-format.ts';
import '../shared/session/password.ts';
import '../shared/ui/failure-note.tsx';
import '../shared/ui/links.ts';
import '../shared/ui/text-field.tsx';
import '../shared/ui/use-action.ts';
import '../shared/ui/use-form.ts';
