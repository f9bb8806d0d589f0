/** Where one's own password is changed: the hash puts the focus on its field. */
export const PASSWORD_HASH = '#password';
/** The same for one's own e-mail. */
export const EMAIL_HASH = '#email';
export const PASSWORD_PLACE = `/setting${PASSWORD_HASH}`;
