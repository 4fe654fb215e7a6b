{{- define "tinsel.fromSecret" -}}
secretKeyRef:
  name: {{ .name }}
  key: {{ .key }}
{{- end -}}

{{/* The profile restricted of the Pod Security Standards. */}}
{{- define "tinsel.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.runAs.user }}
runAsUser: {{ int64 . }}
{{- end }}
{{- with .Values.runAs.group }}
runAsGroup: {{ int64 . }}
fsGroup: {{ int64 . }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "tinsel.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end -}}

{{/* The options of the server as environment variables, without empty ones. */}}
{{- define "tinsel.env" -}}
{{- range $name, $path := dict "POD_NAME" "metadata.name" "POD_NAMESPACE" "metadata.namespace" "NODE_NAME" "spec.nodeName" }}
- name: {{ $name }}
  valueFrom:
    fieldRef:
      fieldPath: {{ $path }}
{{- end }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: k8s.pod.name=$(POD_NAME),k8s.namespace.name=$(POD_NAMESPACE),k8s.node.name=$(NODE_NAME)
- name: TINSEL_LISTEN
  value: {{ printf "%s:7400" .Values.listenAddress | quote }}
{{- if .Values.metrics.enabled }}
- name: TINSEL_METRICS_LISTEN
  value: {{ printf "%s:%d" .Values.listenAddress (int .Values.metrics.port) | quote }}
{{- end }}
{{- include "tinsel.adminEnv" . }}
{{- include "tinsel.storeEnv" . }}
{{- with include "tinsel.tokenSecret" . }}
- name: TINSEL_TOKEN_SECRET
  valueFrom: {{- include "tinsel.fromSecret" (dict "name" . "key" $.Values.tokenSecret.key) | nindent 4 }}
{{- end }}
{{- with .Values.previousTokenSecrets }}{{ if .name }}
- name: TINSEL_PREVIOUS_TOKEN_SECRETS
  valueFrom: {{- include "tinsel.fromSecret" . | nindent 4 }}
{{- end }}{{ end }}
{{- with .Values.apiKeys.secret }}{{ if .name }}
- name: TINSEL_API_KEYS
  value: /etc/tinsel/api-keys/{{ .key }}
{{- end }}{{ end }}
{{- with .Values.nameFilter.secret }}{{ if .name }}
- name: TINSEL_NAME_FILTER
  value: /etc/tinsel/name-filter/{{ .key }}
{{- end }}{{ end }}
{{- if include "tinsel.tlsSecret" . }}
- name: TINSEL_TLS_CERTIFICATE
  value: /etc/tinsel/tls/tls.crt
- name: TINSEL_TLS_KEY
  value: /etc/tinsel/tls/tls.key
{{- with .Values.tls.clientCaSecret }}{{ if .name }}
- name: TINSEL_TLS_CLIENT_CA
  value: /etc/tinsel/tls-client-ca/{{ .key }}
{{- end }}{{ end }}
{{- end }}
{{- with .Values.archive }}{{ if .url }}
- name: TINSEL_ARCHIVE
  value: {{ quote .url }}
- name: TINSEL_ARCHIVE_TTL_DAYS
  value: {{ int64 .ttlDays | quote }}
{{- end }}{{ end }}
- name: TINSEL_WEB
  value: {{ quote .Values.web.enabled }}
{{- with include "tinsel.webHosts" . }}
- name: TINSEL_WEB_HOST
  value: {{ quote . }}
{{- end }}
{{- with .Values.web.corsOrigins }}
- name: TINSEL_CORS_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- with .Values.web.frameAncestors }}
- name: TINSEL_WEB_FRAME_ANCESTORS
  value: {{ join "," . | quote }}
{{- end }}
- name: TINSEL_DRAIN_SECONDS
  value: {{ int64 .Values.shutdown.drainSeconds | quote }}
- name: TINSEL_LOG_FORMAT
  value: json
{{- with .Values.otlpEndpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ quote . }}
{{- end }}
{{- with .Values.otlpMetricsEndpoint }}
- name: OTEL_EXPORTER_OTLP_METRICS_ENDPOINT
  value: {{ quote . }}
{{- end }}
{{- with .Values.otlpCaSecret }}{{ if .name }}
- name: OTEL_EXPORTER_OTLP_CERTIFICATE
  value: /etc/tinsel/otlp/{{ .key }}
{{- end }}{{ end }}
{{- range $name, $value := .Values.options }}
- name: TINSEL_{{ snakecase $name | upper }}
  value: {{ if kindIs "slice" $value }}{{ join "," $value | quote }}{{ else if or (kindIs "string" $value) (kindIs "bool" $value) }}{{ quote $value }}{{ else }}{{ int64 $value | quote }}{{ end }}
{{- end }}
{{- end -}}

{{/* The host names under which browsers reach the servers, separated by commas. */}}
{{- define "tinsel.webHosts" -}}
{{- $hosts := .Values.web.hosts -}}
{{- if .Values.ingress.enabled }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{- if .Values.grpcRoute.enabled }}{{ $hosts = concat $hosts .Values.grpcRoute.hostnames }}{{ end -}}
{{- $names := list -}}
{{- range $hosts }}{{ if not (contains "*" .) }}{{ $names = append $names . }}{{ end }}{{ end -}}
{{- uniq $names | join "," -}}
{{- end -}}

{{/* Files from Secrets: mounts and volumes. */}}
{{- define "tinsel.mounts" -}}
{{- if .Values.store.tls.caSecret.name }}
- name: store
  mountPath: /etc/tinsel/store
  readOnly: true
{{- end }}
{{- if .Values.store.tls.clientSecret.name }}
- name: store-client
  mountPath: /etc/tinsel/store-client
  readOnly: true
{{- end }}
{{- if .Values.otlpCaSecret.name }}
- name: otlp
  mountPath: /etc/tinsel/otlp
  readOnly: true
{{- end }}
{{- if .Values.apiKeys.secret.name }}
- name: api-keys
  mountPath: /etc/tinsel/api-keys
  readOnly: true
{{- end }}
{{- if .Values.nameFilter.secret.name }}
- name: name-filter
  mountPath: /etc/tinsel/name-filter
  readOnly: true
{{- end }}
{{- include "tinsel.adminMounts" . }}
{{- include "tinsel.tlsMounts" . }}
{{- end -}}

{{- define "tinsel.volumes" -}}
{{- with .Values.store.tls.caSecret }}{{ if .name }}
- name: store
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- with .Values.store.tls.clientSecret }}{{ if .name }}
- name: store-client
  secret:
    secretName: {{ .name }}
{{- end }}{{ end }}
{{- with .Values.otlpCaSecret }}{{ if .name }}
- name: otlp
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- with .Values.apiKeys.secret }}{{ if .name }}
- name: api-keys
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- with .Values.nameFilter.secret }}{{ if .name }}
- name: name-filter
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- include "tinsel.adminVolumes" . }}
{{- include "tinsel.tlsVolumes" . }}
{{- end -}}

{{/* The ports of collectors that servers must reach. */}}
{{- define "tinsel.collectorPorts" -}}
{{- $ports := list -}}
{{- range list .Values.otlpEndpoint .Values.otlpMetricsEndpoint -}}
{{- if . -}}{{- $ports = append $ports (trimSuffix "/" . | splitList ":" | last) -}}{{- end -}}
{{- end -}}
{{- uniq $ports | join "," -}}
{{- end -}}

{{/* The loopback address of the pod, as in a URL. */}}
{{- define "tinsel.loopback" -}}
{{- ternary "127.0.0.1" "[::1]" (eq .Values.listenAddress "0.0.0.0") -}}
{{- end -}}

{{- define "tinsel.spread" -}}
{{- $selector := include "tinsel.serverSelector" . -}}
{{- range $where, $how := dict "topology.kubernetes.io/zone" .Values.spread.zones "kubernetes.io/hostname" .Values.spread.nodes }}
{{- if ne $how "None" }}
- topologyKey: {{ $where }}
  maxSkew: 1
  whenUnsatisfiable: {{ $how }}
  labelSelector:
    matchLabels: {{- $selector | nindent 6 }}
  matchLabelKeys: ["pod-template-hash"]
{{- end }}
{{- end }}
{{- end -}}
