/**
 * Tokens of providers in the form that each publishes, checked 2026-11, a line each: the provider, the text that every token holds, and what follows
 * it. Behind `=` stands the whole form; behind a last `!` nothing may follow that could belong to it. Every quantifier is bounded. `npm run gen` makes
 * the patterns of forms.gen.ts from it; forms.test.ts makes tokens of every form and looks whether they are found.
 */

const table = String.raw`
1Password    A3-                  =A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}!
1Password    ops_eyJ              [A-Za-z0-9+/_-]{80,2000}={0,3}
Adobe        p8e-                 [A-Za-z0-9]{32}!
Age          AGE-SECRET-KEY-1     [A-Z0-9]{58}
Airtable     pat                  =pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
Alibaba      LTAI                 [A-Za-z0-9]{12,20}!
Artifactory  reftkn:              =reftkn:\d\d:\d{10}:[A-Za-z0-9]{28}
Atlassian    ATATT3               [\w=-]{80,250}
Atlassian    ATCTT3               [\w=-]{80,250}
Authress     .acc                 =(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}
AWS          ABSK                 [A-Za-z0-9+/]{109,269}={0,2}
Axiom        xaat-                [a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}!
Axiom        xapt-                [a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}!
Azure        AZDO                 =[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}!
Azure        AccountKey=          =(?<=AccountKey=)[A-Za-z0-9+/]{86}==
Azure        AzSe                 =[A-Za-z0-9]{42}AzSe[A-Z0-9]{10}!
Azure        Q~                   =(?<![\w~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![\w~.-])
Azure        SharedAccessKey=     [A-Za-z0-9+/]{43}=
Azure        sig=                 =(?<=[?&]sig=)[A-Za-z0-9%+/]{43,64}(?:%3[Dd]|=)
Baidu        ALTAK-               [A-Za-z0-9]{20,64}
Bitbucket    ATBB                 [A-Za-z0-9]{32}!
Bitwarden    0.                   =0\.[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==
Brevo        xkeysib-             [a-f0-9]{64}-[A-Za-z0-9]{16}!
Brevo        xsmtpsib-            [a-f0-9]{64}-[A-Za-z0-9]{16}!
Buildkite    bkat_                [a-f0-9]{40}!
Buildkite    bkct_                [a-f0-9]{40}!
Buildkite    bkua_                [a-f0-9]{40}!
Cerebras     csk-                 [a-z0-9]{48}!
CircleCI     CCIPAT_              [A-Za-z0-9]{22}_[a-f0-9]{40}!
CircleCI     CCIPRJ_              [A-Za-z0-9]{22}_[a-f0-9]{40}!
ClickUp      pk_                  \d{6,9}_[A-Z0-9]{32}!
Clojars      CLOJARS_             [A-Za-z0-9]{60}!
Cloudflare   cfat_                [A-Za-z0-9_-]{40,60}!
Cloudflare   cfk_                 [A-Za-z0-9_-]{40,60}!
Cloudflare   cfut_                [A-Za-z0-9_-]{40,60}!
Cloudflare   eyJhIjoi             [A-Za-z0-9+/]{100,600}={0,3}
Cloudflare   v1.0-                [a-f0-9]{24}-[a-f0-9]{146}!
CockroachDB  CCDB1_               [A-Za-z0-9]{22}_[A-Za-z0-9]{40}!
Contentful   CFPAT-               [\w-]{43}!
Crates       cio                  [A-Za-z0-9]{32}!
Databricks   dapi                 [a-f0-9]{32}(?:-\d)?
Databricks   dkea                 [a-f0-9]{32}!
Databricks   dose                 [a-f0-9]{32}!
Defined      dnkey-               [\w=-]{26}-[\w=-]{52}
DigitalOcean doo_v1_              [a-f0-9]{64}
DigitalOcean dop_v1_              [a-f0-9]{64}
DigitalOcean dor_v1_              [a-f0-9]{64}
Discord      /api/webhooks/       =discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,70}
Docker       dckr_oat_            [\w-]{27,64}
Docker       dckr_pat_            [\w-]{27,64}
Doppler      dp.audit.            [\w.-]{40,60}
Doppler      dp.ct.               [\w.-]{40,60}
Doppler      dp.pt.               [\w.-]{40,60}
Doppler      dp.sa.               [\w.-]{40,60}
Doppler      dp.scim.             [\w.-]{40,60}
Doppler      dp.st.               [\w.-]{40,60}
Dropbox      sl.                  [\w=-]{130,160}!
Dropbox      sl.u.                [\w=-]{130,1300}!
Duffel       duffel_live_         [\w=-]{43}
Duffel       duffel_test_         [\w=-]{43}
Dynatrace    dt0                  [a-z]\d\d\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}!
E2B          e2b_                 [a-f0-9]{40}!
EasyPost     EZAK                 [A-Za-z0-9]{54}!
EasyPost     EZTK                 [A-Za-z0-9]{54}!
Elastic      essu_                [A-Za-z0-9+/=]{50,200}
Exoscale     EXO                  [a-f0-9]{26}!
Figma        figd_                [\w-]{38,44}
Figma        figo_                [\w-]{38,44}
Fireworks    fw_                  [A-Za-z0-9]{24}!
Flutterwave  FLWPUBK              [A-Z_]{0,5}-[A-Za-z0-9]{12,32}(?:-X)?!
Flutterwave  FLWSECK              [A-Z_]{0,5}-[A-Za-z0-9]{12,32}(?:-X)?!
Fly          FlyV1                =FlyV1 fm\d_[\w+/=,-]{40,1000}
Fly          fm1a_                [A-Za-z0-9+/]{100,1000}={0,3}
Fly          fm1r_                [A-Za-z0-9+/]{100,1000}={0,3}
Fly          fm2_                 [A-Za-z0-9+/]{100,1000}={0,3}
Fly          fo1_                 [\w-]{43}!
Frame.io     fio-u-               [\w=-]{64}
GitLab       GR1348941            [\w-]{20}!
GitLab       _gitlab_session=     [A-Za-z0-9]{32}!
GitLab       glffct-              [\w-]{20}!
GoCardless   live_                [\w-]{40}!
Google       1//0                 =1\/\/0[\w-]{40,200}
Grafana      eyJrIjoi             [A-Za-z0-9+/]{70,400}={0,3}
Grafana      glc_                 [A-Za-z0-9+/]{32,400}={0,2}!
Grafana      glsa_                [A-Za-z0-9]{32}_[A-Fa-f0-9]{8}
Groq         gsk_                 [A-Za-z0-9]{52}
Harness      pat.                 [\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}!
Harness      sat.                 [\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}!
Heroku       HRKU-                [A-Za-z0-9_-]{36,64}!
Honeycomb    hcaik_               [a-z0-9]{58}!
Honeycomb    hcamk_               [a-z0-9]{58}!
HuggingFace  api_org_             [A-Za-z]{34}!
Infisical    st.                  [a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32,64}
Infracost    ico-                 [A-Za-z0-9]{32}!
Intra42      s-s4t2               [a-z]{2}-[a-f0-9]{64}
JFrog        AKCp                 [A-Za-z0-9]{60,80}!
JFrog        cmVmd                [A-Za-z0-9]{59}!
Jina         jina_                [\w-]{60}!
JWT          ZXlK                 [A-Za-z0-9+/]{60,4000}={0,2}
Knock        sk_knock_            [\w-]{30,60}
Langfuse     sk-lf-               [a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}!
LangSmith    lsv2_                [a-z]{2}_[a-f0-9]{32}_[a-f0-9]{10}!
LaunchDarkly sdk-                 [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12}!
Linear       lin_api_             [A-Za-z0-9]{40}
Linear       lin_oauth_           [a-f0-9]{64}
Lob          live_                [a-f0-9]{35}!
Lob          live_pub_            [a-f0-9]{31}!
Mailchimp    -us                  =[a-f0-9]{32}-us\d{1,2}!
Mailgun      key-                 [a-f0-9]{32}\b
Mailgun      pubkey-              [a-f0-9]{32}!
Mapbox       sk.eyJ               [A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}
Matrix       syt_                 [A-Za-z0-9]{2,60}_[A-Za-z]{20}_[A-Za-z0-9]{6}!
MessageBird  live_                [A-Za-z0-9]{25}!
Meta         EAA                  [A-Za-z0-9]{100,400}
MongoDB      mdb_sa_sk_           [\w-]{40}
Neon         napi_                [a-z0-9]{64}!
Neon         npg_                 [A-Za-z0-9]{12,20}!
Netlify      nfc_                 [A-Za-z0-9]{36,40}!
Netlify      nfp_                 [A-Za-z0-9]{36,40}!
NewRelic     NRAK-                [A-Za-z0-9]{27}
NewRelic     NRII-                [\w-]{32}
NewRelic     NRJS-                [a-f0-9]{19}
NewRelic     NRRA-                [a-f0-9]{42}
Ngrok        ngrok_               [A-Za-z0-9_]{40,60}!
Notion       ntn_                 [A-Za-z0-9]{40,50}
Notion       secret_              [A-Za-z0-9]{43}!
NuGet        oy2                  [a-z0-9]{43}!
NVIDIA       nvapi-               [\w-]{60,70}!
Octopus      API-                 [A-Z0-9]{26}!
Onfido       api_live.            [\w.-]{20,60}
OpenShift    sha256~              [\w-]{43}!
Packagist    packagist_           [a-z]{3}_[a-f0-9]{68}!
PayPal       access_token$        =access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}
Perplexity   pplx-                [A-Za-z0-9]{48,56}
Pinecone     pcsk_                [A-Za-z0-9]{5,10}_[A-Za-z0-9]{50,70}!
Pinterest    pina_                [A-Z0-9]{32,200}!
Plaid        access-production-   [a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}
Plaid        access-sandbox-      [a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}
PlanetScale  pscale_oauth_        [\w=.-]{32,64}
PlanetScale  pscale_pw_           [\w=.-]{32,64}
PlanetScale  pscale_tkn_          [\w=.-]{32,64}
Polar        polar_               (?:oat|pat|at)_[A-Za-z0-9_-]{40,60}!
PostHog      phx_                 [A-Za-z0-9]{43,50}!
Postman      PMAK-                [a-f0-9]{24}-[a-f0-9]{34}
Prefect      pnb_                 [A-Za-z0-9]{36}!
Prefect      pnu_                 [A-Za-z0-9]{36}!
Pulumi       pul-                 [a-f0-9]{40}!
Razorpay     rzp_live_            [A-Za-z0-9]{14}!
ReadMe       rdme_                [A-Za-z0-9]{70}!
Render       rnd_                 [A-Za-z0-9]{28,40}!
Replicate    r8_                  [A-Za-z0-9]{37,40}
Resend       re_                  [A-Za-z0-9]{8}_[A-Za-z0-9]{24}!
RubyGems     rubygems_            [a-f0-9]{48}!
Scaleway     SCW                  [A-Z0-9]{17}!
Scalingo     tk-us-               [\w-]{48}
Segment      sgp_                 [A-Za-z0-9]{64}!
SendGrid     SG.                  [\w.=-]{66}
Sentry       sntrys_              [\w=+/-]{40,400}
Sentry       sntryu_              [\w=+/-]{40,200}
SettleMint   sm_aat_              [A-Za-z0-9]{16}!
SettleMint   sm_pat_              [A-Za-z0-9]{16}!
SettleMint   sm_sat_              [A-Za-z0-9]{16}!
Shippo       shippo_              (?:live|test)_[a-fA-F0-9]{40}
Shopify      shpat_               [a-fA-F0-9]{32}
Shopify      shpca_               [a-fA-F0-9]{32}
Shopify      shppa_               [a-fA-F0-9]{32}
Shopify      shpss_               [a-fA-F0-9]{32}
Shopify      shptka_              [a-fA-F0-9]{32}
Slack        hooks.slack.com      =hooks\.slack\.com\/(?:services|workflows|triggers)\/T?[A-Za-z0-9_+/]{40,80}
Sonar        sqa_                 [a-f0-9]{40}!
Sonar        sqp_                 [a-f0-9]{40}!
Sonar        squ_                 [a-f0-9]{40}!
Sourcegraph  sgp_                 (?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}!
Square       EAAA                 [A-Za-z0-9_+=-]{22,64}!
Square       sq0atp-              [\w-]{22,60}
Square       sq0csp-              [\w-]{22,60}
Stripe       whsec_               [A-Za-z0-9+/]{32,64}={0,2}!
Stytch       secret-live-         [\w-]{35}=
Stytch       secret-test-         [\w-]{35}=
Supabase     sb_secret_           [\w-]{30,50}!
Supabase     sbp_                 [a-f0-9]{40}
Supabase     sbs_                 [a-f0-9]{40}
Tailscale    tskey-               [a-z]{2,10}-[\w-]{20,64}
Tavily       tvly-                [\w-]{32,48}!
Teams        .webhook.office.com  =[a-z0-9][a-z0-9-]{0,60}\.webhook\.office\.com\/webhookb2\/[a-z0-9-]{36}@[a-z0-9-]{36}\/IncomingWebhook\/[a-z0-9]{32}\/[a-z0-9-]{36}
Telegram     :AA                  =\d{8,10}:AA[\w-]{33}
Telegram     api.telegram.org     =api\.telegram\.org\/bot\d{5,16}:[\w-]{35}
Tencent      AKID                 [A-Za-z0-9]{32}!
Terraform    .atlasv1.            =[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}
Together     tgp_v1_              [\w-]{43}!
Trello       ATTA                 [a-f0-9]{72}
Twilio       SK                   [0-9a-fA-F]{32}\b
Twitter      AAAAAAAAAAAAAAAAAAAA [A-Za-z0-9%]{60,120}
Typeform     tfp_                 [\w.=-]{44,64}
UpCloud      ucat_                [A-Z0-9]{26}!
Vault        hvb.                 [\w-]{24,300}
Vault        hvr.                 [\w-]{24,300}
Vault        hvs.                 [\w-]{24,300}
Vercel       vca_                 [A-Za-z0-9]{24,60}!
Vercel       vci_                 [A-Za-z0-9]{24,60}!
Vercel       vck_                 [A-Za-z0-9]{24,60}!
Vercel       vcp_                 [A-Za-z0-9]{24,60}!
Vercel       vcr_                 [A-Za-z0-9]{24,60}!
Volcengine   AKLT                 [A-Za-z0-9_-]{40,64}!
xAI          xai-                 [A-Za-z0-9]{70,100}
Xata         xau_                 [A-Za-z0-9]{38,60}!
Yandex       AQVN                 [\w-]{35,38}!
Yandex       YCA                  [\w-]{37}!
Yandex       t1.                  [A-Za-z0-9+/_-]{10,400}={0,2}\.[A-Za-z0-9_-]{86}={0,2}!
`

export interface TokenForm {
  readonly provider: string
  readonly mark: string
  /** Source of a regular expression. A form that looks back itself has no word's boundary in front. */
  readonly pattern: string
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

export const tokens: readonly TokenForm[] = table
  .trim()
  .split('\n')
  .map(line => {
    const [, provider = '', mark = '', form = ''] = /^(\S+) +(\S+) +(\S.*)$/.exec(line) ?? []
    const whole = form.startsWith('=') ? form.slice(1) : escaped(mark) + form
    return { provider, mark, pattern: whole.endsWith('!') ? `${whole.slice(0, -1)}(?![\\w-])` : whole }
  })
