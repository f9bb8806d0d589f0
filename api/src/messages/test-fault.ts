import type { Language } from '@ledgate/domain/catalogue/language';

/** By the code of a failure that is told in our own words; in English the words are the relay's. */
const ZH: Readonly<Record<string, string>> = {
  upstream_timeout: '上游未及时响应',
  do_request_failed: '无法连接上游',
  convert_request_failed: '该渠道设置不正确，请求无法发送',
  bad_response: '上游返回的不是有效的回答',
  bad_response_status_code: '上游返回了错误状态',
  invalid_api_type: '此类型的渠道不能测试',
  mode_not_testable: '此类型的渠道不能按此模型的用途测试',
};

/**
 * Why a test of a channel has failed, in a person's language. `code` names a failure of our own words, '' where `detail` is what the provider said; the cause
 * in brackets at the end of the detail is the system's name for it.
 */
export function testFaultText(code: string, detail: string, language: Language): string {
  const text = language === 'zh' ? ZH[code] : undefined;
  if (text === undefined) return detail;
  const cause = /\((\w+)\)$/.exec(detail)?.[1];
  return cause === undefined ? text : `${text}（${cause}）`;
}
