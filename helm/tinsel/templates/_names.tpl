{{- define "tinsel.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tinsel.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "tinsel.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Selects the pods of this release. */}}
{{- define "tinsel.selector" -}}
app.kubernetes.io/name: {{ include "tinsel.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Selects the servers among the pods of this release. */}}
{{- define "tinsel.serverSelector" -}}
{{ include "tinsel.selector" . }}
app.kubernetes.io/component: server
{{- end -}}

{{/* Label matchers for the metrics of this release's servers. */}}
{{- define "tinsel.series" -}}
{{- printf "namespace=\"%s\",pod=~\"%s-[a-z0-9]+-[a-z0-9]+\"" .Release.Namespace (include "tinsel.fullname" .) -}}
{{- end -}}

{{- define "tinsel.labels" -}}
{{- with .Values.commonLabels }}{{ toYaml . }}{{ "\n" }}{{ end -}}
{{ include "tinsel.ownLabels" . }}
{{- end -}}

{{/* The labels that the chart itself sets. */}}
{{- define "tinsel.ownLabels" -}}
{{ include "tinsel.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "tinsel.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tinsel.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* The Secret with the token secret: the named one, else the one that the chart generates. */}}
{{- define "tinsel.tokenSecret" -}}
{{- if .Values.tokenSecret.name -}}
{{- .Values.tokenSecret.name -}}
{{- else if not (include "tinsel.keepsInMemory" .) -}}
{{- printf "%s-tokens" (include "tinsel.fullname" .) -}}
{{- end -}}
{{- end -}}

{{/* Whether the chart generates the token secret. */}}
{{- define "tinsel.generatesTokenSecret" -}}
{{- if and (not .Values.tokenSecret.name) (not (include "tinsel.keepsInMemory" .)) -}}yes{{- end -}}
{{- end -}}

{{/*
Whether Helm renders for a cluster, because then `lookup` finds a namespace. The namespace of the release exists only after the
rendering if Helm creates it.
*/}}
{{- define "tinsel.hasCluster" -}}
{{- if or (lookup "v1" "Namespace" "" .Release.Namespace) (lookup "v1" "Namespace" "" "kube-system") -}}yes{{- end -}}
{{- end -}}

{{- define "tinsel.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default $.Chart.AppVersion .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}
